package dev.fenestra.tools.captures;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.testing.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays every capture of soft-RoCE, from the same requests with the same parameters. Each direction must show the
 * same packets, from BTH to payload; UDP source port, IP identification and ICRC follow from other things and are not
 * compared. When a packet was lost on purpose, or a receiver was late, timing decides what is sent again. Then the
 * outcome is the same, over the same PSNs.
 */
class ReplayCaptureTest {
    static Stream<String> exact() throws IOException {
        return scenarios(false);
    }

    static Stream<String> timed() throws IOException {
        return scenarios(true);
    }

    private static Stream<String> scenarios(boolean timed) throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : CaptureFile.names()) {
            CaptureFile capture = CaptureFile.read(name);
            if (capture.isScenario() && capture.isTimed() == timed) {
                names.add(name);
            }
        }
        return names.stream();
    }

    @Test
    void shouldKnowByTheContentWhatTimingDecides() throws IOException {
        assumeTrue(CaptureFile.isOwnFolder(), "it needs captures by their names");
        List<String> late = List.of("drop_", "rnr_", "retry_", "wrong_qpn");
        List<String> named = CaptureFile.names().stream()
                .filter(name -> late.stream().anyMatch(name::startsWith))
                .toList();

        assertEquals(named, timed().toList());
    }

    @Test
    void shouldFindCaptures() throws IOException {
        assumeTrue(CaptureFile.isOwnFolder(), "another folder need not have scenarios");
        assertTrue(exact().findAny().isPresent());
    }

    @Test
    void shouldLeaveOutWhatNoRequestOfTheScenarioExplains() throws IOException {
        assumeTrue(CaptureFile.isOwnFolder(), "it needs captures by their names");
        CaptureFile capture = CaptureFile.read("rc_send_only");
        RoceFrame first = capture.frames().getFirst();
        RoceFrame management = CaptureFile.read("ud_send").frames().getFirst();
        Bth.write(management.headers(), 0, management.opcode(), false, 0, 0xffff, 1, false, 7);
        List<RoceFrame> more = new ArrayList<>(capture.frames());
        more.addAll(List.of(withOpcode(first, 0x1f), withVersion(first), withIcrc(first, ~first.icrc()), management));

        CaptureFile probed = new CaptureFile(capture.name(), capture.json(), more);

        assertEquals(capture.frames(), probed.conversation());
    }

    @Test
    void shouldReplayOnlyWhatNamesItsRequests() throws IOException {
        JsonObject cm =
                JsonObject.parse("{\"A\": {\"ip\": \"10.9.0.1\"}, \"B\": {\"ip\": \"10.9.0.2\"}, \"packets\": []}");

        assertFalse(new CaptureFile("cm_rping", cm, List.of()).isScenario());
    }

    private static RoceFrame withOpcode(RoceFrame frame, int opcode) {
        return with(frame, headers -> headers[0] = (byte) opcode, frame.icrc(), true);
    }

    private static RoceFrame withVersion(RoceFrame frame) {
        return with(frame, headers -> headers[1] |= 1, frame.icrc(), true);
    }

    private static RoceFrame withIcrc(RoceFrame frame, int icrc) {
        return with(frame, _ -> {}, icrc, false);
    }

    private static RoceFrame with(RoceFrame frame, Consumer<byte[]> change, int icrc, boolean valid) {
        byte[] headers = frame.headers().clone();
        change.accept(headers);
        return new RoceFrame(
                frame.destinationMac(),
                frame.sourceMac(),
                frame.source(),
                frame.destination(),
                frame.isOverIpv4(),
                frame.ip(),
                frame.ipChecksum(),
                frame.sourcePort(),
                frame.udpChecksum(),
                headers,
                frame.payload(),
                frame.pad(),
                icrc,
                valid);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("exact")
    void shouldSendThePacketsOfTheCapture(String name) throws IOException {
        try (Replay replay = new Replay(CaptureFile.read(name)).run()) {
            Scene scene = new Scene(replay.capture.json());
            List<WirePacket> expected = scene.packets(replay.original());
            List<String> sent = texts(replay.packets, true);
            List<String> due = texts(expected, true);
            boolean failed = scene.state("A") == QpState.ERR;
            assertAll(
                    () -> assertEquals(
                            lines(due), lines(failed ? sent.subList(0, Math.min(due.size(), sent.size())) : sent)),
                    () -> assertEquals(lines(texts(expected, false)), lines(texts(replay.packets, false))),
                    () -> assertEquals(scene.outcomes("A"), ofSide(replay, "A")),
                    () -> assertEquals(scene.outcomes("B"), ofSide(replay, "B")),
                    () -> assertState(scene, replay));
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("timed")
    void shouldEndAsTheCaptureDid(String name) throws IOException {
        try (Replay replay = new Replay(CaptureFile.read(name)).run()) {
            Scene scene = new Scene(replay.capture.json());
            Map<Integer, Long> due = timesByPsn(replay.original());
            Map<Integer, Long> sent = timesByPsn(replay.packets);
            assertAll(
                    () -> assertEquals(due.keySet(), sent.keySet(), "PSNs"),
                    () -> assertEquals(max(due), max(sent), "times that one packet was sent"),
                    () -> assertEquals(naks(replay.original()), naks(replay.packets), "NAKs"),
                    () -> assertEquals(scene.outcomes("A"), ofSide(replay, "A")),
                    () -> assertEquals(scene.outcomes("B"), ofSide(replay, "B")),
                    () -> assertState(scene, replay));
        }
    }

    private static void assertState(Scene scene, Replay replay) {
        assertAll(
                () -> assertEquals(scene.state("A"), replay.a.qp.state()),
                () -> assertEquals(scene.state("B"), replay.b.qp.state()),
                () -> assertPsns(replay),
                () -> assertFalse(replay.packets.isEmpty()));
    }

    /** As query_qp told them, where neither side had failed. */
    private static void assertPsns(Replay replay) {
        QpAttributes a = replay.a.qp.query();
        QpAttributes b = replay.b.qp.query();
        if (a.state() == QpState.RTS && b.state() == QpState.RTS && replay.type != QpType.UD) {
            JsonObject after = replay.capture.json().object("after");
            assertEquals(after.hex("A_sq_psn"), a.sqPsn(), "sq_psn of A");
            assertEquals(after.hex("B_rq_psn"), b.rqPsn(), "rq_psn of B");
        }
    }

    private static List<Outcome> ofSide(Replay replay, String side) {
        return replay.outcomes.stream()
                .filter(outcome -> outcome.side().equals(side))
                .toList();
    }

    private static List<String> texts(List<WirePacket> packets, boolean fromA) {
        return packets.stream()
                .filter(packet -> packet.fromA() == fromA)
                .map(WirePacket::toString)
                .toList();
    }

    private static String lines(List<String> packets) {
        return String.join("\n", packets);
    }

    /** How often A sent each PSN. */
    private static Map<Integer, Long> timesByPsn(List<WirePacket> packets) {
        return packets.stream()
                .filter(WirePacket::fromA)
                .collect(Collectors.groupingBy(WirePacket::psn, TreeMap::new, Collectors.counting()));
    }

    private static long max(Map<Integer, Long> times) {
        return times.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private static List<String> naks(List<WirePacket> packets) {
        return packets.stream()
                .filter(WirePacket::isNak)
                .map(WirePacket::toString)
                .toList();
    }
}
