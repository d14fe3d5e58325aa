package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.openqa.selenium.Keys;

/** The report in a real browser. */
class ReportPageTest {
    private static final long OPENS_WITHIN_MILLIS = 3_000;

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
    void shouldStepEventByEventAndChapterByChapter() {
        open("demo.html", "#event=0");
        assertEquals(0, browser().event());

        browser().press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertEquals(2, browser().event());
        browser().click("#back");
        assertEquals(1, browser().event());
        browser().pressWithShift(Keys.ARROW_RIGHT);
        assertEquals(DemoJournal.chapter("0.2").first(), browser().event());
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
        open("demo.html", "#event=0");
        browser().press("r", "r");

        EventRow refused = DemoJournal.refusal("A5");
        assertEquals(refused.n(), browser().event());
        assertEquals(List.of("✓", "✓", "✓", "✓", "✓", "✗", "·", "·"), browser().texts("#card .checks .sign"));
        String row = browser().text("#card .checks tr.refused");
        assertTrue(row.contains("remote-read") && row.contains("local-read remote-write"), row);
        assertTrue(browser().text("#card .ruletext").contains("IBA C10-77"));
        assertTrue(browser().text("#strip .note").contains("A5"));
    }

    @Test
    void shouldShowInRedWhatLiesOutsideOfAWindow() {
        EventRow refused = DemoJournal.refusal("A7");
        open("demo.html", "#event=" + refused.n());

        assertEquals("1", outside(), "one part of the access overhangs");
        assertEquals(List.of("✓", "✓", "✓", "✓", "✓", "✓", "✓", "✗"), browser().texts("#card .checks .sign"));
        assertTrue(
                browser().text("#strip .note").contains("1 byte outside"),
                browser().text("#strip .note"));

        open("demo.html", "#event=" + DemoJournal.refusal("A5").n());
        assertEquals("0", outside(), "a right is missing, but all bytes are inside");
    }

    @Test
    void shouldLeadFromARefusalToTheCompletionsItCauses() {
        open("demo.html", "#event=" + DemoJournal.refusal("A7").n());
        assertTrue(browser().texts("#card .answers dd").toString().contains("REM_ACCESS_ERR"));

        browser().click("#card .answers button");
        assertTrue(browser().text(".row.present .what").contains("REM_ACCESS_ERR"));
        assertTrue(browser().text("#card .ruletext").contains("./fenestra conformance --rule A7"));
    }

    @Test
    void shouldFindEveryUseOfAKey() {
        open("demo.html", "#event=" + DemoJournal.refusal("A4").n());
        long uses = DemoJournal.DEMO.events().stream()
                .filter(event -> DemoJournal.line(event).contains("0x000012:01"))
                .count();
        browser().type("#search", "0x000012:01");

        assertEquals(uses + " events", browser().text("#found"));
        assertTrue(uses > 3);
        browser().press(Keys.ESCAPE);
    }

    @Test
    void shouldShowTheBytesOfAPacketBesideTheirFields() {
        EventRow packet = DemoJournal.DEMO.events().stream()
                .filter(event -> event.text().contains("RDMA_WRITE_ONLY"))
                .findFirst()
                .orElseThrow();
        open("demo.html", "#event=" + packet.n());

        assertEquals(28, browser().texts(".byte").size());
        assertTrue(browser().text(".fieldlist").contains("rkey"), browser().text(".fieldlist"));
    }

    @Test
    void shouldShowThatABindTakesNoSystemCall() {
        Chapter bind = DemoJournal.chapter("2.2");
        open("demo.html", "#event=" + bind.last());

        assertEquals(
                3 * 2,
                browser().texts("#cost .figure small").stream()
                        .filter("this chapter: 0"::equals)
                        .count());
        assertTrue(DemoJournal.DEMO.events().stream()
                .filter(event -> event.n() >= bind.first() && event.n() <= bind.last())
                .noneMatch(event -> event.kind().equals("SystemCalled")));
    }

    @Test
    void shouldTellProgramsApartThatRunAtTheSameTime() throws IOException {
        JournalFile demo = DemoJournal.DEMO;
        long last = demo.events().getLast().n();
        List<Chapter> programs = List.of(
                new Chapter(1, "1", "alice: client (pid 7)", "", "", 0, last),
                new Chapter(1, "2", "bob: server (pid 8)", "", "", 0, last),
                new Chapter(2, "c1", "alice QP 0x40 and bob QP 0x40", "", "", 0, last));
        JournalFile journal = new JournalFile("two", demo.hosts(), 0, programs, demo.rules(), demo.events());
        Files.writeString(page("two.html"), ReportPage.of(journal));

        open("two.html", "#event=" + DemoJournal.refusal("A7").n());
        assertEquals("Step 2 · bob: server (pid 8)", browser().text("#why .step"));
        assertEquals("c1alice QP 0x40 and bob QP 0x40", browser().text("#why h2"));
        open("two.html", "#event=0");
        assertEquals("Step 1 · alice: client (pid 7)", browser().text("#why .step"));
        assertEquals(
                "2",
                String.valueOf(browser()
                        .run("return new Set([...document.querySelectorAll('#scrubber .step')].map(it =>"
                                + " it.getAttribute('y'))).size")),
                "one below the other");
    }

    @Test
    void shouldNeitherComplainNorAskAnyNetwork() {
        browser().complaints();
        browser().requests();
        open("demo.html", "#event=" + DemoJournal.refusal("A4").n());
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
        EventRow last = DemoJournal.DEMO
                .events()
                .get((length - 3) % DemoJournal.DEMO.events().size());
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

    /** The demo's events again and again. */
    private static JournalFile repeated(int length) {
        List<EventRow> events = new ArrayList<>();
        for (int n = 0; n < length; n++) {
            events.add(at(
                    DemoJournal.DEMO.events().get(n % DemoJournal.DEMO.events().size()), n));
        }
        return new JournalFile(
                "large", DemoJournal.DEMO.hosts(), 0, DemoJournal.DEMO.chapters(), DemoJournal.DEMO.rules(), events);
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

    private static String outside() {
        return String.valueOf(browser().run("return document.querySelectorAll('#strip .overhang').length"));
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
