package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.observe.report.EventRow.PacketRow;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.tools.testing.CapturedFrames.Captured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** One event in full, pages that come and go, packets that are sent again, and what can be saved of them. */
class ReportDetailTest {
    private static final JournalFile PAGED = PagedJournal.record();

    @TempDir
    static @Nullable Path folder;

    private static @Nullable Browser started;

    @BeforeAll
    static void start() throws IOException {
        started = Browser.start();
        Files.writeString(page("demo.html"), ReportPage.of(DemoJournal.DEMO));
        Files.writeString(page("paged.html"), ReportPage.of(PAGED));
    }

    @AfterAll
    static void stop() {
        if (started != null) {
            started.close();
        }
    }

    @Test
    void shouldShowWhatAVerbWasGiven() {
        EventRow verb = event(DemoJournal.DEMO, "ibv_reg_mr_iova");
        open("demo.html", verb.n());

        assertTrue(browser().text(".row.present .args").contains("length=4096"));
        assertEquals(
                List.of("where", "pd", "addr", "length", "iova", "access"),
                browser().texts("#event .facts dt"));
        assertEquals("LOCAL_WRITE", browser().texts("#event .facts dd code").getLast());
    }

    @Test
    void shouldShowTheBytesThatAPacketCarriesAndWhatLedToIt() {
        EventRow packet = PAGED.events().stream()
                .filter(event -> event.packet() != null && event.packet().payload() == PagedJournal.CARRIED.length())
                .findFirst()
                .orElseThrow();
        open("paged.html", packet.n());

        String shown = browser().text("#event .payload");
        assertTrue(shown.contains("26 of 26 bytes") && shown.contains("these bytes cros"), shown);
        assertTrue(browser().text("#event .facts").contains("RDMA_WRITE wr_id=2"));
        assertEquals(
                List.of("WQE", "doorbell", "fetch"),
                browser().texts("#event .causes li").stream()
                        .map(line -> line.replaceFirst("\\d+ alice ", "").split(" ")[0])
                        .toList());
    }

    @Test
    void shouldShowWhichPagesAreThereAndWhyOthersAreNot() {
        EventRow last = PAGED.events().stream()
                .filter(event -> event.mtt() != null && event.mtt().key() != null)
                .reduce((one, next) -> next)
                .orElseThrow();
        open("paged.html", last.n());

        assertEquals(List.of("page unmapped", "page swapped", "page ondemand", "page absent"), classes("#strip .page"));
        String legend = browser().text("#strip .pagelegend");
        assertTrue(legend.contains("1 swapped out") && legend.contains("1 not asked for yet"), legend);
        assertEquals("page 2", browser().texts("#machine .change th[scope=row]").getLast());

        browser().click("#translate");
        List<String> rows = browser().texts("#strip .translation tbody td:nth-child(3)");
        assertEquals(List.of("unmapped", "swapped"), rows.subList(0, 2));
        assertEquals("absent", rows.getLast());
    }

    @Test
    void shouldShowTheWholeTextOfTheRowWhereTheReaderStands() {
        EventRow refused = DemoJournal.refusal("A5");
        open("demo.html", refused.n());

        assertEquals(refused.text(), browser().text(".row.present .what"));
        assertEquals(
                "true",
                browser()
                        .run("const row = document.querySelector('.row.present'), what = row.querySelector('.what');"
                                + " const next = row.nextElementSibling.getBoundingClientRect().top;"
                                + " return row.offsetHeight > 26 && what.scrollWidth <= what.clientWidth"
                                + " && what.getBoundingClientRect().bottom <= next"));
    }

    @Test
    void shouldCallLeftOverWhatAWindowThatIsNotBoundStillHolds() {
        EventRow invalidated = DemoJournal.DEMO.events().stream()
                .filter(event -> event.text().equals("key 0x000013:01 INVALIDATED"))
                .findFirst()
                .orElseThrow();
        open("demo.html", invalidated.n() - 1);
        int before = classes("#machine .rights .leftover").size();
        assertFalse(classes("#machine .rights .on").isEmpty(), "it is bound");

        open("demo.html", invalidated.n());
        assertEquals(List.of(), classes("#machine .rights .on"));
        assertEquals(before + 1, classes("#machine .rights .leftover").size());
        assertEquals("left over", browser().text("#machine tr.free.flash .rights small"));
        assertEquals("W", browser().text("#machine tr.free.flash .leftover"));
    }

    @Test
    void shouldLinkARetransmissionToTheFirstTransmission() {
        EventRow again = PAGED.events().stream()
                .filter(event -> event.packet() != null && event.packet().original() != null)
                .findFirst()
                .orElseThrow();
        open("paged.html", again.n());

        assertFalse(classes("#ladder .resent").isEmpty());
        browser().click("#event .facts button");
        assertEquals(
                Objects.requireNonNull(again.packet()).original(), browser().event());
    }

    @Test
    void shouldMergeEventsIntoVerbsAndRequests() {
        open("demo.html", 0);
        browser().choose("#zoom", "requests");

        List<Integer> merged = Requests.of(DemoJournal.DEMO.events());
        int requests = merged.size() / 3;
        int events =
                IntStream.range(0, requests).map(nth -> merged.get(3 * nth + 1)).sum();
        assertEquals(DemoJournal.DEMO.events().size(), events);
        assertEquals(String.format("%d events", requests), browser().text("#found"));
        browser()
                .run("report.go(report.journal.place("
                        + DemoJournal.refusal("A7").n() + "))");
        assertTrue(
                browser().texts(".row .what").stream()
                        .anyMatch(row -> row.matches("WQE \\d+ RDMA_WRITE, .*· \\d+ events · refused")),
                () -> browser().texts(".row .what").toString());
    }

    @Test
    void shouldSaveThePacketsAsACaptureWithTheIdsOfTheTap() throws IOException {
        open("paged.html", 0);
        List<PacketRow> packets = PAGED.events().stream()
                .map(EventRow::packet)
                .filter(packet -> packet != null && packet.frame() != null)
                .map(Objects::requireNonNull)
                .toList();
        List<Captured> saved = CapturedFrames.packets(saved());

        assertEquals(2, CapturedFrames.interfaces(saved()));
        assertEquals(packets.size(), saved.size());
        for (int nth = 0; nth < packets.size(); nth++) {
            assertEquals(
                    packets.get(nth).frame(),
                    HexFormat.of().formatHex(saved.get(nth).bytes()));
            assertEquals(packets.get(nth).leaves(), saved.get(nth).nanos());
            assertTrue(saved.get(nth)
                    .comment()
                    .startsWith(String.valueOf(packets.get(nth).comment())));
        }
        assertTrue(saved.stream().anyMatch(packet -> packet.comment().contains(" -> did not arrive (event ")));
        assertEquals(
                packets.stream().filter(packet -> packet.payload() > 64).count(),
                saved.stream()
                        .filter(packet -> packet.comment().endsWith(", its payload is cut)"))
                        .count());
    }

    @Test
    void shouldSayWhichRuleRefusedAPacketThatIsSaved() throws IOException {
        open("demo.html", 0);
        browser().type("#search", "RDMA_READ_REQUEST");
        List<Captured> saved = CapturedFrames.packets(saved());

        assertEquals(1, saved.size());
        assertTrue(
                saved.getFirst().comment().contains(" -> refused [A5] "),
                saved.getFirst().comment());
        browser().type("#search", "");
    }

    @Test
    void shouldOfferTheProgramThatRepeatsARefusal() {
        EventRow refused = DemoJournal.refusal("A7");
        open("demo.html", refused.n());

        browser().click("#card .program summary");
        String shown = browser().text("#card .program pre");
        assertTrue(
                shown.contains("class Event" + refused.n() + "Test") && shown.contains("region.slice(0, 2047)"), shown);
        assertTrue(browser().text("#card .program").contains("c-window/window.c"));
        assertEquals("Event" + refused.n() + "Test.java", browser().run("return report.exports.junit()[0]"));

        open("demo.html", 0);
        assertEquals("true", browser().run("return document.querySelector('#junit').disabled"));
    }

    /** The picture of the documentation: {@code -Dreport.pictures=docs/images}. */
    @Test
    @EnabledIfSystemProperty(named = "report.pictures", matches = ".+", disabledReason = "makes pictures")
    void shouldShowPagesThatComeAndGo() throws IOException {
        Path picture = Path.of(System.getProperty("report.pictures", "")).resolve("report-pages.png");
        EventRow again = PAGED.events().stream()
                .filter(event -> event.packet() != null && event.packet().original() != null)
                .reduce((one, next) -> next)
                .orElseThrow();
        browser().size(1440, 1300);
        open("paged.html", again.n());
        browser().shoot(picture);
        browser().size(1440, 1400);

        assertTrue(Files.size(picture) > 0);
    }

    private static byte[] saved() {
        Object text = browser()
                .run("return btoa(report.exports.pcapng().map(block => String.fromCharCode(...block)).join(''))");
        return Base64.getDecoder().decode(String.valueOf(text));
    }

    private static List<String> classes(String selector) {
        Object names = browser()
                .run("return [...document.querySelectorAll('" + selector + "')].map(it => it.getAttribute('class'))"
                        + ".join('|')");
        return String.valueOf(names).isEmpty()
                ? List.of()
                : List.of(String.valueOf(names).split("\\|"));
    }

    private static EventRow event(JournalFile journal, String text) {
        return journal.events().stream()
                .filter(event -> event.text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    private static void open(String name, long event) {
        browser().open(page(name), "#event=" + event);
    }

    private static Browser browser() {
        return Objects.requireNonNull(started);
    }

    private static Path page(String name) {
        return Objects.requireNonNull(folder).resolve(name);
    }
}
