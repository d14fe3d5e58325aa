package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.observe.report.JournalFile.Chapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The report in a real browser. */
class ReportPageTest {
    static final JournalFile DEMO = DemoJournal.record();
    private static final long OPENS_WITHIN_MILLIS = 3_000;
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
        Files.writeString(page("demo.html"), ReportPage.of(DEMO));
    }

    @AfterAll
    static void stop() {
        if (started != null) {
            started.close();
        }
    }

    @Test
    void shouldStepEventByEventAndChapterByChapter() {
        open("demo.html", "");
        assertEquals(0, browser().event());

        browser().press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertEquals(2, browser().event());
        browser().click("#back");
        assertEquals(1, browser().event());
        browser().pressWithShift(Keys.ARROW_RIGHT);
        assertEquals(chapter("0.2").first(), browser().event());
        assertTrue(browser().text("#why h2").startsWith("0.2"));
    }

    @Test
    void shouldGoWhereALinkLeadsAndSayWhereItStands() {
        open("demo.html", "#event=40");
        assertEquals(40, browser().event());

        browser().press(Keys.ARROW_RIGHT);
        assertTrue(browser().address().endsWith("#event=41"), browser().address());
        assertEquals("41", browser().text(".row.present .n"));
    }

    @Test
    void shouldShowAllChecksOfARefusalWithWhatTheyCompared() {
        open("demo.html", "");
        browser().press("r", "r");

        EventRow refused = refusal("A5");
        assertEquals(refused.n(), browser().event());
        assertEquals(List.of("✓", "✓", "✓", "✓", "✓", "✗", "·", "·"), browser().texts("#card .checks .sign"));
        String row = browser().text("#card .checks tr.refused");
        assertTrue(row.contains("remote-read") && row.contains("local-read remote-write"), row);
        assertTrue(browser().text("#card .ruletext").contains("IBA C10-77"));
        assertTrue(browser().text("#strip .note").contains("A5"));
    }

    @Test
    void shouldShowInRedWhatLiesOutsideOfAWindow() {
        EventRow refused = refusal("A7");
        open("demo.html", "#event=" + refused.n());

        assertEquals("1", outside(), "one part of the access overhangs");
        assertEquals(List.of("✓", "✓", "✓", "✓", "✓", "✓", "✓", "✗"), browser().texts("#card .checks .sign"));
        assertTrue(
                browser().text("#strip .note").contains("1 byte outside"),
                browser().text("#strip .note"));

        open("demo.html", "#event=" + refusal("A5").n());
        assertEquals("0", outside(), "a right is missing, but all bytes are inside");
    }

    @Test
    void shouldLeadFromARefusalToTheCompletionsItCauses() {
        open("demo.html", "#event=" + refusal("A7").n());
        assertTrue(browser().texts("#card .answers dd").toString().contains("REM_ACCESS_ERR"));

        browser().click("#card .answers button");
        assertTrue(browser().text(".row.present .what").contains("REM_ACCESS_ERR"));
        assertTrue(browser().text("#card .ruletext").contains("./fenestra conformance --rule A7"));
    }

    @Test
    void shouldFindEveryUseOfAKey() {
        open("demo.html", "#event=" + refusal("A4").n());
        long uses = DEMO.events().stream()
                .filter(event -> line(event).contains("0x000012:01"))
                .count();
        browser().type("#search", "0x000012:01");

        assertEquals(uses + " events", browser().text("#found"));
        assertTrue(uses > 3);
        browser().press(Keys.ESCAPE);
    }

    @Test
    void shouldShowTheBytesOfAPacketBesideTheirFields() {
        EventRow packet = DEMO.events().stream()
                .filter(event -> event.text().contains("RDMA_WRITE_ONLY"))
                .findFirst()
                .orElseThrow();
        open("demo.html", "#event=" + packet.n());

        assertEquals(28, browser().texts(".byte").size());
        assertTrue(browser().text(".fieldlist").contains("rkey"), browser().text(".fieldlist"));
    }

    @Test
    void shouldShowThatABindTakesNoSystemCall() {
        Chapter bind = chapter("2.2");
        open("demo.html", "#event=" + bind.last());

        assertEquals(
                3 * 2,
                browser().texts("#cost .figure small").stream()
                        .filter("this chapter: 0"::equals)
                        .count());
        assertTrue(DEMO.events().stream()
                .filter(event -> event.n() >= bind.first() && event.n() <= bind.last())
                .noneMatch(event -> event.kind().equals("SystemCalled")));
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
        open("demo.html", "#event=" + refusal("A5").n());
        browser().click("#translate");
        browser().click("#card .program summary");
        String faint = String.valueOf(browser().run(CONTRAST));
        browser().scheme("light");

        assertEquals("", faint);
    }

    @Test
    void shouldBePrintedWhole() {
        browser().print(true);
        open("demo.html", "#event=" + refusal("A5").n());
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

    @Test
    void shouldNeitherComplainNorAskAnyNetwork() {
        browser().complaints();
        browser().requests();
        open("demo.html", "#event=" + refusal("A4").n());
        browser().press("r", "p", Keys.ARROW_LEFT);

        assertEquals(List.of(), browser().complaints());
        assertEquals(List.of(), browser().requests());
    }

    @Test
    void shouldExecuteNothingThatTheDataHolds() throws IOException {
        String evil = "</script><img src=x onerror=\"window.hit=1\"><script>window.hit=1</script>";
        EventRow one = new EventRow(
                0,
                0,
                evil,
                "uverbs",
                "VerbCalled",
                evil,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        Chapter chapter = new Chapter(1, evil, evil, evil, evil, 0, 0);
        JournalFile journal = new JournalFile(evil, List.of(evil), 0, List.of(chapter), List.of(), List.of(one));
        Files.writeString(page("evil.html"), ReportPage.of(journal));
        open("evil.html", "");

        assertAll(
                () -> assertEquals("undefined", browser().run("return typeof window.hit")),
                () -> assertEquals(evil, browser().text(".row .what")),
                () -> assertEquals(evil, browser().text("h1")),
                () -> assertEquals(6, browser().texts("script").size()));
    }

    @Test
    void shouldUnpackNoMoreThanItShowsOfALongJournal() throws IOException {
        int length = 50_000;
        Files.writeString(page("long.html"), ReportPage.of(repeated(length)));
        open("long.html", "#event=" + (length - 1));
        browser().press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);

        assertEquals(length - 3, browser().event());
        assertTrue(number("report.journal.pack.open.size") <= 4, "blocks that are open");
        assertTrue(number("report.journal.cache.size") < 200, "events that are parsed");
        assertTrue(number("document.querySelectorAll('*').length") < 2_000, "elements");
        EventRow last = DEMO.events().get((length - 3) % DEMO.events().size());
        assertEquals(last.text(), browser().text(".row.present .what"));
    }

    @Test
    @EnabledIfSystemProperty(named = "report.large", matches = "true", disabledReason = "takes a while")
    void shouldOpenAMillionEventsWithinThreeSeconds() throws IOException {
        JournalFile large = repeated(EventRecorder.CAPACITY);
        Files.writeString(page("large.html"), ReportPage.of(large));
        open("large.html", "#event=999999");
        String ready = String.valueOf(browser().run("return Math.round(performance.now())"));
        String stepped = String.valueOf(browser()
                .run("const t = performance.now(); for (let k = 0; k < 20; k++) report.step(-1);"
                        + " return Math.round((performance.now() - t) / 20)"));
        System.out.println("a million events: opened in " + ready + " ms, a step takes " + stepped + " ms");

        assertEquals(999_979, browser().event());
        assertTrue(Long.parseLong(ready) < OPENS_WITHIN_MILLIS, ready);
    }

    /** The pictures of the documentation: {@code -Dreport.pictures=docs/images}. */
    @Test
    @EnabledIfSystemProperty(named = "report.pictures", matches = ".+", disabledReason = "makes pictures")
    void shouldShowItself() throws IOException {
        Path pictures = Files.createDirectories(Path.of(System.getProperty("report.pictures", "")));
        String refused = "#event=" + refusal("A7").n();
        picture(pictures.resolve("report-light.png"), "light", 1440, 1500, refused);
        picture(
                pictures.resolve("report-dark.png"),
                "dark",
                1440,
                1500,
                "#event=" + (chapter("2.2").first() + 6));
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

    /** The demo's events again and again. */
    private static JournalFile repeated(int length) {
        List<EventRow> events = new ArrayList<>();
        for (int n = 0; n < length; n++) {
            events.add(at(DEMO.events().get(n % DEMO.events().size()), n));
        }
        return new JournalFile("large", DEMO.hosts(), 0, DEMO.chapters(), DEMO.rules(), events);
    }

    private static long number(String expression) {
        return Long.parseLong(String.valueOf(browser().run("return " + expression)));
    }

    /** The same event at another place. */
    private static EventRow at(EventRow like, long n) {
        return new EventRow(
                n,
                n,
                like.host(),
                like.layer(),
                like.kind(),
                like.text(),
                like.cost(),
                like.cause() == null ? null : like.cause() + n - like.n(),
                like.qp(),
                like.wr(),
                like.state(),
                like.errno(),
                like.pages(),
                like.translations(),
                like.args(),
                like.mtt(),
                null,
                null,
                like.packet(),
                null,
                null,
                null);
    }

    static String line(EventRow event) {
        return Json.line(event);
    }

    static Chapter chapter(String number) {
        return DEMO.chapters().stream()
                .filter(chapter -> chapter.number().equals(number))
                .findFirst()
                .orElseThrow();
    }

    static EventRow refusal(String rule) {
        return DEMO.events().stream()
                .filter(event ->
                        event.refusal() != null && event.refusal().rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    private static String outside() {
        return String.valueOf(browser().run("return document.querySelectorAll('#strip .overhang').length"));
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
