package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The look of the report, for every reader and on paper, in a real browser. */
class ReportLooksTest {
    /** Lists the text whose colour is too near to what lies behind it. */
    private static final String CONTRAST = """
        const parse = text => text.match(/[\\d.]+/g).map(Number);
        const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
            .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, nth) => sum + v * [0.2126, 0.7152, 0.0722][nth], 0);
        const over = (top, share, under) => top.slice(0, 3).map((v, nth) => v * share + under[nth] * (1 - share));
        const faint = [];
        for (const element of document.querySelectorAll('body *:not(svg *):not(script):not(noscript)')) {
            const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
            if (!own || !element.checkVisibility() || element.closest('.skip, :disabled')) continue;
            let behind = null, opacity = 1;
            for (let at = element; at; at = at.parentElement) {
                const style = getComputedStyle(at), ground = parse(style.backgroundColor);
                if (!behind && (ground.length < 4 || ground[3] > 0)) behind = ground;
                opacity *= Number(style.opacity);
            }
            const style = getComputedStyle(element), ink = parse(style.color);
            const seen = light(over(ink, opacity * (ink[3] ?? 1), behind)), ground = light(behind);
            const ratio = (Math.max(seen, ground) + 0.05) / (Math.min(seen, ground) + 0.05);
            const size = parseFloat(style.fontSize), isLarge = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
            if (ratio < (isLarge ? 3 : 4.5)) {
                faint.push(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2));
            }
        }
        return [...new Set(faint)].join('; ');
        """;

    @TempDir
    static @Nullable Path folder;

    private static @Nullable Browser started;

    @BeforeAll
    static void start() throws IOException {
        started = Browser.start();
        Files.writeString(page("demo.html"), ReportPage.of(DemoJournal.DEMO));
    }

    @AfterAll
    static void stop() {
        if (started != null) {
            started.close();
        }
    }

    @Test
    void shouldBeDarkWhereTheReaderWantsItAndChangeWhenAsked() {
        browser().scheme("dark");
        open("demo.html", "");
        String dark = background();
        browser().click("#theme");
        String light = background();
        browser().scheme("light");

        assertNotEquals(dark, light);
        assertEquals("rgb(14, 18, 25)", dark);
    }

    /** WCAG 2.1, 1.4.3: 4.5 to 1, and 3 to 1 for large text. */
    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void shouldHaveTextWithEnoughContrast(String scheme) {
        browser().scheme(scheme);
        open("demo.html", "#event=" + DemoJournal.refusal("A5").n());
        browser().click("#translate");
        browser().click("#card .program summary");
        String faint = String.valueOf(browser().run(CONTRAST));
        browser().scheme("light");

        assertEquals("", faint);
    }

    @Test
    void shouldBePrintedWhole() {
        browser().print(true);
        open("demo.html", "#event=" + DemoJournal.refusal("A5").n());
        String hidden = String.valueOf(browser()
                .run("return [...document.querySelectorAll('.panel')].filter(it => it.scrollWidth > it.clientWidth + 1"
                        + " || it.id !== 'ladder' && it.scrollHeight > it.clientHeight + 1).map(it => it.id).join()"));
        browser().print(false);

        assertEquals("", hidden);
    }

    @Test
    void shouldHaveLandmarksAndNamesForWhatIsOperated() {
        open("demo.html", "");
        String nameless = String.valueOf(browser()
                .run("return [...document.querySelectorAll('button, input, select, section, nav')].filter(it =>"
                        + " !it.textContent.trim() && !it.getAttribute('aria-label')).map(it => it.id).join()"));

        assertEquals("", nameless);
        assertEquals(
                "HEADER,NAV,MAIN,FOOTER",
                String.valueOf(browser()
                        .run("return [...document.querySelectorAll('header, nav, main, footer')].map(it =>"
                                + " it.tagName).join()")));
        assertEquals("en", browser().run("return document.documentElement.lang"));
    }

    /** The pictures of the documentation: {@code -Dreport.pictures=docs/images}. */
    @Test
    @EnabledIfSystemProperty(named = "report.pictures", matches = ".+", disabledReason = "makes pictures")
    void shouldShowItself() throws IOException {
        Path pictures = Files.createDirectories(Path.of(System.getProperty("report.pictures", "")));
        String refused = "#event=" + DemoJournal.refusal("A7").n();
        picture(pictures.resolve("report-light.png"), "light", 1440, 1500, refused);
        picture(
                pictures.resolve("report-dark.png"),
                "dark",
                1440,
                1500,
                "#event=" + (DemoJournal.chapter("2.2").first() + 6));
        picture(pictures.resolve("report-phone.png"), "light", 500, 1400, refused);
        browser().scheme("light");
        browser().size(1440, 1400);

        assertTrue(Files.size(pictures.resolve("report-phone.png")) > 0);
    }

    private static void picture(Path file, String scheme, int width, int height, String fragment) throws IOException {
        browser().size(width, height);
        browser().scheme(scheme);
        open("demo.html", fragment);
        browser().shoot(file);
    }

    private static String background() {
        return String.valueOf(browser().run("return getComputedStyle(document.body).backgroundColor"));
    }

    private static void open(String name, String fragment) {
        browser().open(page(name), fragment);
    }

    private static Browser browser() {
        return Objects.requireNonNull(started);
    }

    private static Path page(String name) {
        return Objects.requireNonNull(folder).resolve(name);
    }
}
