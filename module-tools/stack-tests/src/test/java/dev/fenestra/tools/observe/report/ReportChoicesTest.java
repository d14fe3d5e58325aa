package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.demo.Demo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** What readers of the report choose to see: some of its events, the translation of addresses, the quiz. */
class ReportChoicesTest {
    @TempDir
    static @Nullable Path folder;

    private static @Nullable Browser started;

    @BeforeAll
    static void start() throws IOException {
        started = Browser.start();
        Files.writeString(page(), ReportPage.of(DemoJournal.DEMO, Opening.lastRefusal(DemoJournal.DEMO, Demo.LESSON)));
    }

    @AfterAll
    static void stop() {
        if (started != null) {
            started.close();
        }
    }

    @Test
    void shouldShowTheEventsOfOneQpOneKeyOrOneRule() {
        open("#event=0");
        browser().choose("#rule", "A5");
        assertEquals("1 event", browser().text("#found"));

        browser().choose("#rule", "");
        browser().choose("#qp", "bob 0x40");
        long ofQp = DemoJournal.DEMO.events().stream()
                .filter(event ->
                        event.host().equals("bob") && DemoJournal.line(event).matches(".*\"qp\":64[,}].*"))
                .count();
        assertEquals(String.format("%d events", ofQp), browser().text("#found"));

        browser().choose("#key", "bob 0x000012");
        long ofBoth = DemoJournal.DEMO.events().stream()
                .filter(event ->
                        event.host().equals("bob") && DemoJournal.line(event).matches(".*\"qp\":64[,}].*"))
                .filter(event -> DemoJournal.line(event).contains("0x000012:"))
                .count();
        assertEquals(ofBoth + " events", browser().text("#found"));
        assertTrue(ofBoth > 1 && ofBoth < ofQp);
    }

    @Test
    void shouldShowTheWayOfAnAccessFromItsAddressToTheBus() {
        EventRow refused = DemoJournal.refusal("A7");
        open("#event=" + refused.n());
        assertEquals(List.of(), browser().texts("#strip .translation tr"));

        browser().click("#translate");
        EventRow.KeyRow region = DemoJournal.DEMO.events().stream()
                .map(EventRow::after)
                .filter(entry -> entry != null && entry.object().equals("region") && entry.length() == 8192)
                .findFirst()
                .orElseThrow();
        List<String> pages = Objects.requireNonNull(region.pages());
        List<String> rows = browser().texts("#strip .translation tbody tr");
        assertEquals(2, pages.size());
        assertEquals(pages.size(), rows.size());
        assertTrue(
                rows.get(0).startsWith(region.start() + " " + region.translation() + " " + pages.get(0)), rows.get(0));
        long offset = Long.decode(Objects.requireNonNull(
                                Objects.requireNonNull(refused.refusal()).access())
                        .address())
                - Long.decode(region.start());
        String begins = "0x" + Long.toHexString(Long.decode(pages.get((int) (offset / 4096))) + offset % 4096);
        assertTrue(browser().text("#strip .translation tr.lit").endsWith("the access begins at " + begins));
    }

    @Test
    void shouldHideHowAChapterEndsUntilTheReaderHasGuessed() {
        open("#event=" + DemoJournal.chapter("2.4").first());
        browser().click("#startquiz");

        assertEquals(DemoJournal.chapter("2.4").first(), browser().event());
        assertEquals("hidden", visibility("#ladder"));
        assertEquals("hidden", visibility("#why .because"));
        assertEquals("hidden", visibility(".refusalmark"));
        assertEquals("hidden", visibility("#refusal"));
        assertEquals(
                List.of("SUCCESS", "REM_ACCESS_ERR", "MW_BIND_ERR", "LOC_PROT_ERR"),
                browser().texts("#quiz .guess code"));
        assertEquals(
                "It succeeds SUCCESS",
                browser().texts("#quiz .guess").getFirst().replaceAll("\\s+", " "));

        browser().click("#quiz .guess:nth-child(1)");
        assertEquals("No: REM_ACCESS_ERR.", browser().text("#quiz h2"));
        assertEquals(
                "Rule A5 on bob: the window does not grant the remote right.",
                browser().text("#quiz .reason"));
        assertEquals(DemoJournal.refusal("A5").n(), browser().event());
        assertEquals("visible", visibility("#ladder"));

        browser().click("#nextquestion");
        assertTrue(browser().event() > DemoJournal.refusal("A5").n());
        assertEquals("0 of 1 right", browser().text("#quiz .score"));
        browser().click("#leavequiz");
        assertEquals("visible", visibility("#ladder"));
        assertEquals("visible", visibility(".refusalmark"));
    }

    @Test
    void shouldAskAllQuestionsAndCountTheRightAnswers() {
        open("#event=0");
        browser().click("#startquiz");
        int asked = 0;
        while (!browser().texts("#quiz .guess").isEmpty()) {
            browser()
                    .run("report.quiz.guess(report.quiz.chapterHere(),"
                            + " report.quiz.statusOf(report.quiz.chapterHere()))");
            browser().click("#nextquestion");
            asked++;
        }

        assertTrue(asked > 10, asked + " questions");
        assertEquals("That was the last question.", browser().text("#quiz h2"));
        assertEquals(asked + " of " + asked + " right", browser().text("#quiz .score"));
    }

    @Test
    void shouldBeginWithTheFirstQuestionWhenNoneIsLeft() {
        open("#event=0");
        browser().click("#startquiz");
        long first = browser().event();
        open("#event=" + (DemoJournal.DEMO.events().size() - 1));
        browser().click("#startquiz");

        assertEquals(first, browser().event());
        assertEquals("How does this end?", browser().text("#quiz h2"));
    }

    @Test
    void shouldSayWhatWouldBecomeOfARefusedAccessWithOneDifference() {
        open("#event=" + DemoJournal.refusal("A7").n());

        assertEquals(
                List.of("✓ one byte less: granted", "✗ one byte more: refused by A7"),
                browser().texts("#card .variants dd"));
    }

    @Test
    void shouldBringTheCardIntoSightWhenAKeyOrTheBoxOfARefusalLeadsToIt() {
        browser().size(1440, 700);
        open("#event=0");
        assertEquals("false", inSight("#card"));
        browser().press("r");
        assertEquals("true", inSight("#card"), "by the key");

        browser().click("#refusal");
        assertEquals("true", inSight("#card"), "by the button");

        browser().run("window.scrollTo(0, 0)");
        assertEquals("false", inSight("#card"));
        browser().click("#strip a.note");
        assertEquals("true", inSight("#card"), "by the box");
        browser().size(1440, 1400);
        assertEquals("card", browser().run("return document.activeElement.id"));
        assertTrue(
                browser().address().endsWith("#event=" + browser().event()),
                browser().address());
    }

    @Test
    void shouldGoToAStepOrARefusalThatIsClickedOnTheTimeline() {
        open("#event=0");
        browser().click("#scrubber .goes:nth-of-type(3) .stepname");
        assertEquals(DemoJournal.chapter("2").first(), browser().event());
        assertEquals(
                "2  " + DemoJournal.chapter("2").title(),
                browser().run("return document.querySelectorAll('#scrubber .goes title')[2].textContent"));

        EventRow last = last();
        browser().click("#scrubber .goes:last-of-type .refusalmark");
        assertEquals(last.n(), browser().event());
        assertEquals("true", inSight("#card"));
        assertEquals(
                "pointer", browser().run("return getComputedStyle(document.querySelector('.refusalmark')).cursor"));
        assertEquals(
                last.host() + " refused by "
                        + Objects.requireNonNull(last.refusal()).rule(),
                String.valueOf(browser()
                                .run("return document.querySelector('#scrubber .goes:last-of-type title').textContent"))
                        .split(":")[0]);
    }

    @Test
    void shouldOpenAtTheRefusalThatMattersUnlessALinkNamesAnEvent() throws IOException {
        open("");
        assertEquals(DemoJournal.refusal("A7").n(), browser().event());

        Path other = Objects.requireNonNull(folder).resolve("failed.html");
        Opening failed = Opening.failure(DemoJournal.DEMO, "MyTest has failed", "expected: <1>\nbut was: <2>");
        Files.writeString(other, ReportPage.of(DemoJournal.DEMO, failed));
        browser().open(other, "");
        assertEquals(last().n(), browser().event());
        assertEquals("MyTest has failed", browser().text("#opening h2"));
        assertEquals("expected: <1>", browser().text("#opening .message"));
        browser().click("#opening summary");
        assertTrue(browser().text("#opening pre").endsWith("but was: <2>"));
        browser().open(other, "#event=40");
        assertEquals(40, browser().event());
    }

    @Test
    void shouldLeadThroughTheFirstFiveMinutesUntilTheReaderHasSeenThem() {
        open("#event=0");
        browser().run("localStorage.clear()");
        open("");
        assertTrue(
                browser().text("#tour").startsWith("Tour, 1 of 9."), browser().text("#tour"));
        for (int stop = 2; stop <= 9; stop++) {
            browser().click("#tournext");
        }
        assertEquals(DemoJournal.chapter("3.7").number(), browser().text("#why .number"));
        assertEquals("true", inSight("#tour .stop"));
        browser().click("#tourend");
        assertEquals("", browser().text("#tour"));

        open("");
        assertEquals("", browser().text("#tour"));
        browser().press("?");
        assertTrue(browser().texts("#help dd").contains("next refusal"));
        browser().click("#starttour");
        assertTrue(browser().text("#tour").startsWith("Tour, 1 of 9."));
        assertEquals("", browser().text("#help"));
        browser().click("#tourend");
    }

    @Test
    void shouldGiveALinkToTheEventAndKeysForSearchAndHelp() {
        open("#event=40");
        browser().press(Keys.ARROW_RIGHT, "c");
        assertTrue(browser().address().endsWith("#event=41"), browser().address());
        assertTrue(browser().text("#copylink").startsWith("Link "), browser().text("#copylink"));

        browser().press("/");
        assertEquals("search", browser().run("return document.activeElement.id"));
        browser().type("#search", "a?r");
        assertEquals("a?r", browser().run("return document.activeElement.value"));
        assertEquals("", browser().text("#help"), "a question mark in a search is part of it");
    }

    @Test
    void shouldShowTheChapterAndTheRefusalOnTheFirstScreen() {
        browser().size(1440, 900);
        open("");
        String lines = String.valueOf(browser()
                .run("return [...document.querySelectorAll('#top .tools')].map(bar => new Set([...bar.children]"
                        + ".filter(it => it.checkVisibility()).map(it => it.offsetTop + it.offsetHeight)).size)"
                        + ".join()"));
        String rows = String.valueOf(browser()
                .run("const bars = document.querySelectorAll('#top > .tools'); return bars[0].offsetTop"
                        + " === bars[1].offsetTop"));
        String sentence = fits("#why .because");
        String refused = fits(".row.present");
        String chapter = fits("#why h2");
        String wide = String.valueOf(browser().run("return document.documentElement.scrollWidth <= innerWidth"));
        browser().size(1440, 1400);

        assertEquals("1,1,1", lines);
        assertEquals("true", rows, "both toolbars on one line");
        assertEquals(
                "sentence true, refusal true, chapter true, width true",
                "sentence " + sentence + ", refusal " + refused + ", chapter " + chapter + ", width " + wide);
    }

    /** Whether all of an element is in sight, and none of its text is cut. */
    private static String fits(String selector) {
        return String.valueOf(browser()
                .run("const it = document.querySelector('" + selector + "'), at = it.getBoundingClientRect();"
                        + " return at.height > 0 && at.top >= 0 && at.bottom <= innerHeight"
                        + " && it.scrollWidth <= it.clientWidth + 1"
                        + " || JSON.stringify([at, innerHeight, it.scrollWidth, it.clientWidth])"));
    }

    private static EventRow last() {
        return DemoJournal.DEMO.events().stream()
                .filter(event -> event.refusal() != null)
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    /** Whether the first lines of an element are in sight. */
    private static String inSight(String selector) {
        return String.valueOf(browser()
                .run("const at = document.querySelector('" + selector + "').getBoundingClientRect();"
                        + " return at.height > 0 && at.top >= 0 && at.top + 60 <= innerHeight"));
    }

    private static String visibility(String selector) {
        return String.valueOf(
                browser().run("return getComputedStyle(document.querySelector('" + selector + "')).visibility"));
    }

    private static void open(String fragment) {
        browser().open(page(), fragment);
    }

    private static Browser browser() {
        return Objects.requireNonNull(started);
    }

    private static Path page() {
        return Objects.requireNonNull(folder).resolve("demo.html");
    }
}
