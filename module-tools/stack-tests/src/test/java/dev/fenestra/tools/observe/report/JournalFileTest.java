package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.report.EventRow.CheckRow;
import dev.fenestra.tools.observe.report.JournalFile.Chapter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JournalFileTest {
    private static final JournalFile DEMO = DemoJournal.DEMO;

    @Test
    void shouldReadWhatItWrote() throws InputException {
        assertEquals(DEMO, JournalFile.read(DEMO.write()));
    }

    @Test
    void shouldPutEachEventOnALine() {
        long lines =
                DEMO.write().lines().filter(line -> line.startsWith("{\"n\":")).count();

        assertEquals(DEMO.events().size(), lines);
    }

    @Test
    void shouldTellOfEveryPostBetweenItsWqeAndItsDoorbell() {
        Map<String, List<Long>> written = new HashMap<>();
        Map<String, List<Long>> posted = new HashMap<>();
        int doorbells = 0;
        for (EventRow event : DEMO.events()) {
            String queue = event.host() + " " + event.qp();
            switch (event.kind()) {
                case "WqeWritten" ->
                    written.computeIfAbsent(queue, _ -> new ArrayList<>()).add(event.wr());
                case "Posted" ->
                    posted.computeIfAbsent(queue, _ -> new ArrayList<>()).add(event.wr());
                case "DoorbellSeen", "DoorbellRung" -> {
                    assertEquals(written.get(queue), posted.get(queue), event.n() + " " + event.text());
                    doorbells++;
                }
                default -> {}
            }
        }
        assertTrue(doorbells > 10, "doorbells: " + doorbells);
    }

    @Test
    void shouldRefuseAnotherVersionAndAnotherFormat() {
        String json = DEMO.write();

        String version = message(json.replace("\"version\": 2,", "\"version\": 3,"));
        String format = message(json.replace("fenestra-journal", "diary"));

        assertTrue(version.contains("the version is 3; this program reads up to version 2"), version);
        assertTrue(format.contains("the format is diary, not fenestra-journal"), format);
    }

    @Test
    void shouldMakeTheChecksOfTheDeviceAndComeToItsRule() {
        List<EventRow.RefusalRow> refusals = DEMO.events().stream()
                .flatMap(event -> Stream.ofNullable(event.refusal()))
                .filter(refusal -> refusal.access() != null)
                .toList();

        assertEquals(
                List.of("R4", "A5", "R2", "A7", "A4", "A4"),
                refusals.stream().map(EventRow.RefusalRow::rule).toList());
        for (EventRow.RefusalRow refusal : refusals) {
            List<String> refusing = refusal.checks().stream()
                    .filter(check -> check.verdict().equals("refused"))
                    .map(CheckRow::rule)
                    .toList();
            assertEquals(List.of(refusal.rule()), refusing);
        }
    }

    @Test
    void shouldLeadFromACompletionBackToItsRequest() {
        EventRow refusal = DEMO.events().stream()
                .filter(event -> event.refusal() != null)
                .findFirst()
                .orElseThrow();
        List<String> chain = new ArrayList<>();
        for (EventRow at = refusal; at != null; at = at.cause() == null ? null : event(at.cause())) {
            chain.add(at.host() + " " + at.kind());
        }

        assertEquals(
                List.of(
                        "bob Refused",
                        "alice PacketSent",
                        "alice WqeFetched",
                        "alice DoorbellSeen",
                        "alice WqeWritten"),
                chain);
    }

    @Test
    void shouldHaveTheEntryOfAKeyBeforeAndAfterABind() {
        EventRow bind = DEMO.events().stream()
                .filter(event -> event.text().endsWith("BOUND") && !event.text().endsWith("UNBOUND"))
                .findFirst()
                .orElseThrow();
        EventRow.KeyRow before = Objects.requireNonNull(bind.before());
        EventRow.KeyRow after = Objects.requireNonNull(bind.after());

        assertTrue(before.free());
        assertFalse(after.free());
        assertEquals("0x000012:00", before.key());
        assertEquals("0x000012:01", after.key());
        assertEquals("0x000011:00", after.region());
        assertEquals(2047, after.length());
        assertTrue(after.rights().contains("remote-write"));
        assertEquals(128, Objects.requireNonNull(bind.bytes()).length());
    }

    @Test
    void shouldHaveTheBytesOfEachWqeAndCqeInFieldsThatCanBeRead() {
        for (EventRow event : DEMO.events()) {
            if (event.kind().equals("WqeWritten")
                    || event.kind().equals("CqeRead")
                    || event.kind().equals("PacketSent")) {
                assertNotNull(event.bytes(), event.text());
                assertFalse(
                        ByteLens.of(Objects.requireNonNull(event.of()), event.bytes())
                                .isEmpty(),
                        event.text());
            }
        }
    }

    @Test
    void shouldSayWhyOfEachActAndStep() {
        List<String> silent = DEMO.chapters().stream()
                .filter(chapter -> chapter.why().isEmpty())
                .map(Chapter::title)
                .toList();

        assertEquals(List.of(), silent);
        assertEquals(6, DEMO.chapters().stream().filter(it -> it.level() == 1).count());
    }

    @Test
    void shouldSayWhatSoftRoceDoesWhereARuleIsBroken() {
        JournalFile.RuleNote right = DEMO.rules().stream()
                .filter(rule -> rule.id().equals("A5"))
                .findFirst()
                .orElseThrow();

        assertEquals("the window grants the remote right", right.text());
        assertTrue(right.softRoce().stream().anyMatch(row -> row.id().equals("D11")), right.toString());
    }

    private static EventRow event(long n) {
        return DEMO.events().get((int) n);
    }

    private static String message(String json) {
        return String.valueOf(
                assertThrows(InputException.class, () -> JournalFile.read(json)).getMessage());
    }
}
