package dev.fenestra.tools.observe.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.testing.BrokenStream;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.tools.testing.CapturedFrames.Captured;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PcapTapTest {
    private static final int BYTES = 5001;

    private final Pair pair = new Pair();
    private final Journal journal = Journal.of(pair.bench());
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    @AfterEach
    void close() {
        journal.close();
        pair.close();
    }

    @Test
    void shouldCaptureEveryPacketWithItsPayloadPaddingAndIcrc() throws IOException {
        try (PcapTap tap = PcapTap.on(pair.bench(), journal, file, Long.MAX_VALUE)) {
            write();
            assertEquals(3, tap.written());
            assertEquals(0, tap.skipped());
        }

        List<Captured> packets = CapturedFrames.packets(file.toByteArray());

        assertEquals(
                List.of(
                        WireOpcode.RC_RDMA_WRITE_FIRST.number(),
                        WireOpcode.RC_RDMA_WRITE_LAST.number(),
                        WireOpcode.RC_ACKNOWLEDGE.number()),
                packets.stream().map(it -> frame(it).opcode()).toList());
        assertTrue(packets.stream().allMatch(it -> frame(it).icrcValid()));
        assertArrayEquals(
                pair.alice().memory().get(4096, BYTES - 4096),
                frame(packets.get(1)).payload());
    }

    @Test
    void shouldShowEachHostAsAnInterface() throws IOException {
        try (PcapTap tap = PcapTap.on(pair.bench(), journal, file, Long.MAX_VALUE)) {
            write();
            assertEquals(3, tap.written());
        }

        assertEquals(2, CapturedFrames.interfaces(file.toByteArray()));
        assertEquals(
                List.of(0, 0, 1),
                CapturedFrames.packets(file.toByteArray()).stream()
                        .map(Captured::interfaceNumber)
                        .toList());
    }

    @Test
    void shouldCountWhatItDoesNotWriteBehindTheLimit() throws IOException {
        try (PcapTap tap = PcapTap.on(pair.bench(), journal, file, 4096)) {
            write();
            assertEquals(1, tap.written());
            assertEquals(2, tap.skipped());
        }

        assertEquals(1, CapturedFrames.packets(file.toByteArray()).size());
    }

    @Test
    void shouldLetTheProgramRunWhenTheFileCannotBeWritten() throws IOException {
        PcapTap tap = PcapTap.on(pair.bench(), journal, new BrokenStream(1000), Long.MAX_VALUE);

        write();

        assertEquals(
                "no space left", assertThrows(IOException.class, tap::close).getMessage());
        assertEquals((byte) 0xaa, pair.bob().memory().get(BYTES - 1, 1)[0]);
    }

    @Test
    void shouldSayOfEachPacketWhichRequestItServesAndThatItWasAccepted() throws IOException {
        try (PcapTap tap = PcapTap.on(pair.bench(), journal, file, Long.MAX_VALUE)) {
            write();
            assertEquals(0, tap.skipped());
        }

        String alice = String.format("alice QP 0x%06x", pair.alice().qp().number());
        String bob = String.format("bob QP 0x%06x", pair.bob().qp().number());
        assertEquals(
                List.of(
                        alice + " WQE 0 RDMA_WRITE wr_id=2 -> accepted",
                        alice + " WQE 0 RDMA_WRITE wr_id=2 -> accepted",
                        bob + " answers " + alice + " WQE 0 RDMA_WRITE wr_id=2 -> accepted"),
                comments());
    }

    @Test
    void shouldNameTheRuleThatRefusedAPacket() throws IOException {
        RemoteBuffer window = window();
        try (PcapTap tap = PcapTap.on(pair.bench(), journal, file, Long.MAX_VALUE)) {
            pair.alice().attempt(RdmaRead.of(3, window, pair.alice().region().slice(0, 8)));
            assertEquals(2, tap.written());
        }

        String first = comments().getFirst();
        assertTrue(first.contains("RDMA_READ wr_id=3 -> refused [A5] "), first);
        assertTrue(first.endsWith("NAK 0x62"), first);
        String answer = comments().getLast();
        assertTrue(answer.endsWith(" wr_id=3 with NAK_REMOTE_ACCESS -> taken by the requester"), answer);
    }

    @Test
    void shouldShowWhatAFaultyLinkDidToAPacket() throws IOException {
        RemoteBuffer window = window();
        pair.bench()
                .fabric()
                .through(new FaultStage(FaultPlan.of(
                        Fault.at(FaultAction.DROP, PacketMatch.ANY, 1),
                        Fault.at(FaultAction.DUPLICATE, PacketMatch.ANY, 2))));
        try (PcapTap tap = PcapTap.on(pair.bench(), journal, file, Long.MAX_VALUE)) {
            pair.alice().perform(RdmaWrite.of(4, window, pair.alice().region().slice(0, 8)));
            pair.bench().fabric().progressUntil(pair.bench().fabric().now() + 1_000_000);
            pair.bench().fabric().progress();
            assertEquals(0, tap.skipped());
        }

        List<String> comments = comments();
        assertTrue(comments.get(0).endsWith(" wr_id=4 -> lost: the link dropped it"), comments.toString());
        assertTrue(comments.get(1).endsWith(" wr_id=4, sent again -> accepted"), comments.toString());
        assertTrue(
                comments.get(2).endsWith(" RDMA_WRITE wr_id=4 -> accepted")
                        && comments.get(2).contains(" answers alice QP "),
                comments.toString());
        assertTrue(
                comments.get(3).endsWith(" wr_id=4, sent again -> duplicate: not executed again"), comments.toString());
    }

    @Test
    void shouldSayThatAPacketIsUnderWayWhenTheCaptureEndsBeforeItArrives() throws IOException {
        RemoteBuffer window = window();
        Fault fault = Fault.at(FaultAction.DELAY, PacketMatch.ANY, 1).withDelay(Long.MAX_VALUE / 2);
        pair.bench().fabric().through(new FaultStage(FaultPlan.of(fault)));
        try (PcapTap tap = PcapTap.on(pair.bench(), journal, file, Long.MAX_VALUE)) {
            pair.alice().qp().post(RdmaWrite.of(5, window, pair.alice().region().slice(0, 8)));
            pair.bench().fabric().progress();
            assertEquals(1, tap.written());
        }

        assertTrue(
                comments().getFirst().endsWith(" wr_id=5 -> still under way"),
                comments().toString());
    }

    private List<String> comments() {
        return CapturedFrames.packets(file.toByteArray()).stream()
                .map(Captured::comment)
                .toList();
    }

    private RemoteBuffer window() {
        return pair.bob().bind(1, pair.bob().pd().allocMw(MwType.TYPE_1), 0, BYTES, AccessFlag.REMOTE_WRITE);
    }

    private void write() {
        pair.alice().perform(RdmaWrite.of(2, window(), pair.alice().region().slice(0, BYTES)));
    }

    private static RoceFrame frame(Captured packet) {
        return packet.frame().orElseThrow();
    }
}
