package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.page.HostilePages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The pages of results in a real browser. */
class ResultPagesTest {
    static final List<String> NAMES = List.copyOf(HostilePages.all().keySet());

    /** The least contrast of text with what is behind it, by WCAG 2.1, 1.4.3: texts of which it is below 4.5. */
    private static final String CONTRAST = """
        const light = c => { const s = c / 255; return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4; };
        const parts = color => (color.match(/[0-9.]+/g) || []).map(Number);
        const value = p => 0.2126 * light(p[0]) + 0.7152 * light(p[1]) + 0.0722 * light(p[2]);
        const behind = e => {
            for (let at = e; at; at = at.parentElement) {
                const p = parts(getComputedStyle(at).backgroundColor);
                if (p.length === 3 || p[3] > 0) { return value(p); }
            }
            return 1;
        };
        document.querySelectorAll("details").forEach(one => { one.open = true; });
        return [...document.querySelectorAll("body *")]
            .filter(e => !["SCRIPT", "STYLE", "INPUT"].includes(e.tagName) && !e.classList.contains("skip"))
            .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
            .filter(e => !(e instanceof SVGElement) || e.tagName === "text")
            .map(e => {
                const style = getComputedStyle(e);
                const [a, b] = [value(parts(e instanceof SVGElement ? style.fill : style.color)), behind(e)];
                return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.tagName + "." + e.className];
            })
            .filter(([ratio]) => ratio < 4.5).map(String).join("; ");
        """;

    @TempDir
    static @Nullable Path folder;

    private static @Nullable Browser started;

    @BeforeAll
    static void start() throws IOException {
        started = Browser.start();
        for (Map.Entry<String, String> page : HostilePages.all().entrySet()) {
            Files.writeString(file(page.getKey()), page.getValue());
        }
    }

    @AfterAll
    static void stop() {
        if (started != null) {
            started.close();
        }
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldExecuteNothingAskForNothingAndComplainOfNothing(String name) {
        browser().complaints();
        browser().requests();

        browser().show(file(name), "");

        assertEquals("undefined", browser().run("return typeof window.hit"));
        assertEquals(List.of(), browser().requests());
        assertEquals(List.of(), browser().complaints());
        assertTrue(browser().text("h1").length() > 3);
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldBeReadableInLightAndDark(String name) {
        browser().scheme("light");
        browser().show(file(name), "");
        Object day = browser().run("return getComputedStyle(document.body).backgroundColor");
        assertEquals("", browser().run(CONTRAST), "in light");

        browser().scheme("dark");
        Object night = browser().run("return getComputedStyle(document.body).backgroundColor");
        assertNotEquals(day, night);
        assertEquals("", browser().run(CONTRAST), "in dark");
        browser().scheme("light");
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldFitOnAPhone(String name) {
        browser().size(390, 844);
        browser().show(file(name), "");

        assertEquals(
                "0",
                browser().run("return Math.max(0, document.documentElement.scrollWidth - window.innerWidth)"),
                "wider than the window");
        browser().size(1440, 1400);
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldHaveLandmarksAndNameWhatCanBeScrolled(String name) {
        browser().show(file(name), "");

        assertEquals("1 1 1", browser().run("""
            const count = selector => document.querySelectorAll(selector).length;
            return [count("main"), count("header"), count("h1")].join(" ");
            """));
        assertEquals("0", browser().run("return document.querySelectorAll('.scroll:not([aria-label])').length"));
        assertEquals(
                "0", browser().run("return document.querySelectorAll('svg:not([aria-hidden], [aria-label])').length"));
    }

    @Test
    void shouldShowTheRulesThatHaveAllWords() {
        browser().show(file("rules.html"), "");
        assertEquals("2 rules", browser().text("#shown"));

        browser().type("#filter", "windowunit b12");

        assertEquals("1 rule", browser().text("#shown"));
        assertEquals(List.of("B12"), browser().texts("#rows tr:not([hidden]) th a"));
    }

    private static Path file(String name) {
        return Objects.requireNonNull(folder).resolve(name);
    }

    private static Browser browser() {
        return Objects.requireNonNull(started);
    }
}
