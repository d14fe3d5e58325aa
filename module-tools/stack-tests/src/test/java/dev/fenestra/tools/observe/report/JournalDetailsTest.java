package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import dev.fenestra.tools.observe.report.EventRow.MttRow;
import dev.fenestra.tools.observe.report.EventRow.PacketRow;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.tools.testing.CapturedFrames.Captured;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the journal carries beside the events: arguments, translations, pages, frames and their times. */
class JournalDetailsTest {
    private static final ByteArrayOutputStream CAPTURE = new ByteArrayOutputStream();
    private static final JournalFile PAGED = PagedJournal.record(CAPTURE);
    private static final JournalFile DEMO = DemoJournal.DEMO;

    @Test
    void shouldHaveTheArgumentsOfVerbsAndSystemCalls() {
        EventRow verb = first(DEMO, "ibv_reg_mr_iova");
        EventRow call = first(DEMO, "system call REG_MR");

        assertEquals(verb.args(), call.args());
        assertEquals(
                List.of("pd", "addr", "length", "iova", "access"),
                List.copyOf(Objects.requireNonNull(verb.args()).keySet()));
        assertEquals("4096", verb.args().get("length"));
        assertEquals("LOCAL_WRITE", verb.args().get("access"));
        assertEquals(null, first(DEMO, "ibv_alloc_pd").args());
    }

    @Test
    void shouldHaveTheNumbersAndValuesOfTheTranslationsThatARegistrationWrites() {
        EventRow written = DEMO.events().stream()
                .filter(event -> event.mtt() != null && event.mtt().count() == 2)
                .findFirst()
                .orElseThrow();
        MttRow mtt = Objects.requireNonNull(written.mtt());
        KeyRow region = DEMO.events().stream()
                .filter(event -> event.n() > written.n() && event.after() != null)
                .map(EventRow::after)
                .findFirst()
                .map(Objects::requireNonNull)
                .orElseThrow();

        assertEquals(region.translation(), (int) mtt.first());
        assertEquals(
                region.pages(),
                mtt.values().stream()
                        .map(value -> "0x" + Long.toHexString(Long.decode(value) & -PagedJournal.PAGE))
                        .toList());
    }

    @Test
    void shouldTellWhichPagesOfAnOnDemandRegionAreThereAndWhyOthersHaveGone() {
        List<List<String>> states = PAGED.events().stream()
                .map(EventRow::after)
                .filter(entry -> entry != null && entry.pages() != null && entry.translation() == null)
                .map(entry -> Objects.requireNonNull(entry).pages())
                .map(pages -> Objects.requireNonNull(pages).stream()
                        .map(page -> page.startsWith("0x") ? "there" : page)
                        .toList())
                .toList();

        assertEquals(List.of("absent", "absent", "absent", "absent"), states.getFirst());
        assertTrue(states.contains(List.of("there", "there", "absent", "absent")), states::toString);
        assertTrue(states.contains(List.of("there", "swapped", "absent", "absent")), states::toString);
        assertEquals(List.of("unmapped", "swapped", "there", "absent"), states.getLast());
        assertEquals(
                List.of("1 page", "1 page"),
                PAGED.events().stream()
                        .filter(event -> event.kind().equals("PagesTaken"))
                        .map(event -> event.text().substring(0, 6))
                        .toList());
    }

    /** The device fetches the requests behind a bind before it executes the bind. */
    @Test
    void shouldNameTheBindAsTheCauseOfAKeyThatIsBound() {
        List<EventRow> bound = DEMO.events().stream()
                .filter(event ->
                        event.kind().equals("KeyChanged") && event.text().endsWith(" BOUND"))
                .toList();

        assertTrue(bound.size() > 3, "binds " + bound.size());
        for (EventRow event : bound) {
            EventRow cause = DEMO.events().stream()
                    .filter(one -> Objects.equals(one.n(), event.cause()))
                    .findFirst()
                    .orElseThrow();
            assertTrue(cause.text().endsWith(" UMR"), event.text() + " because of " + cause.text());
        }
    }

    @Test
    void shouldHaveTheFramesTheIdsAndTheTimesOfTheCapture() throws IOException {
        List<PacketRow> packets = PAGED.events().stream()
                .map(EventRow::packet)
                .filter(packet -> packet != null && packet.frame() != null)
                .map(Objects::requireNonNull)
                .toList();
        List<Captured> captured = CapturedFrames.packets(CAPTURE.toByteArray());

        assertEquals(captured.size(), packets.size());
        IntStream.range(0, packets.size()).forEach(nth -> assertSame(captured.get(nth), packets.get(nth)));
        assertTrue(packets.stream().anyMatch(packet -> packet.payload() > 64), "one is longer than what is kept");
    }

    private static void assertSame(Captured captured, PacketRow packet) {
        String whole = HexFormat.of().formatHex(captured.bytes());
        String kept = Objects.requireNonNull(packet.frame());
        String comment = Objects.requireNonNull(packet.comment());
        assertEquals(whole.length() / 2, packet.frameBytes());
        assertTrue(captured.comment().startsWith(comment + " -> "), captured.comment() + " / " + comment);
        assertEquals(captured.nanos(), packet.leaves());
        if (packet.payload() <= 64) {
            assertEquals(whole, kept);
        } else {
            int payloadAt = Objects.requireNonNull(packet.payloadAt());
            assertEquals(2 * (payloadAt + 64), kept.length());
            assertEquals(whole.substring(0, kept.length()), kept);
        }
    }

    @Test
    void shouldHaveTheFirstBytesOfAPayload() {
        PacketRow packet = PAGED.events().stream()
                .map(EventRow::packet)
                .filter(it -> it != null && it.payload() == PagedJournal.CARRIED.length())
                .findFirst()
                .map(Objects::requireNonNull)
                .orElseThrow();
        byte[] frame = HexFormat.of().parseHex(Objects.requireNonNull(packet.frame()));
        int at = Objects.requireNonNull(packet.payloadAt());

        assertEquals(
                PagedJournal.CARRIED, new String(frame, at, PagedJournal.CARRIED.length(), StandardCharsets.US_ASCII));
    }

    @Test
    void shouldLeadFromARetransmissionToTheFirstTransmission() {
        EventRow again = PAGED.events().stream()
                .filter(event -> event.packet() != null
                        && event.packet().again()
                        && event.packet().payload() == PagedJournal.CARRIED.length())
                .findFirst()
                .orElseThrow();
        PacketRow packet = Objects.requireNonNull(again.packet());
        EventRow first = PAGED.events().get(Math.toIntExact(Objects.requireNonNull(packet.original())));

        assertNotNull(packet.to());
        assertNotNull(packet.arrives());
        assertEquals(packet.psn(), Objects.requireNonNull(first.packet()).psn());
        assertEquals(null, first.packet().to());
        assertEquals(null, first.packet().arrives());
        assertTrue(first.n() < again.n());
    }

    private static EventRow first(JournalFile journal, String text) {
        return journal.events().stream()
                .filter(event -> event.text().equals(text))
                .findFirst()
                .orElseThrow();
    }
}
