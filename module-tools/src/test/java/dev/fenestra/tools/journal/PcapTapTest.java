package dev.fenestra.tools.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.wire.RoceFrame;
import dev.fenestra.hw.sim.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.testing.BrokenStream;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.PcapngReader;
import dev.fenestra.tools.testing.PcapngReader.Captured;
import dev.fenestra.uverbs.RdmaWrite;
import dev.fenestra.uverbs.RemoteBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PcapTapTest {
    private static final int BYTES = 5001;

    private final Pair pair = new Pair();
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void shouldCaptureEveryPacketWithItsPayloadPaddingAndIcrc() throws IOException {
        try (PcapTap tap = PcapTap.on(pair.bench(), file, Long.MAX_VALUE)) {
            write();
            assertEquals(3, tap.written());
            assertEquals(0, tap.skipped());
        }

        List<Captured> packets = PcapngReader.packets(file.toByteArray());

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
        try (PcapTap tap = PcapTap.on(pair.bench(), file, Long.MAX_VALUE)) {
            write();
            assertEquals(3, tap.written());
        }

        assertEquals(2, PcapngReader.interfaces(file.toByteArray()));
        assertEquals(
                List.of(0, 0, 1),
                PcapngReader.packets(file.toByteArray()).stream()
                        .map(Captured::interfaceNumber)
                        .toList());
    }

    @Test
    void shouldCountWhatItDoesNotWriteBehindTheLimit() throws IOException {
        try (PcapTap tap = PcapTap.on(pair.bench(), file, 4096)) {
            write();
            assertEquals(1, tap.written());
            assertEquals(2, tap.skipped());
        }

        assertEquals(1, PcapngReader.packets(file.toByteArray()).size());
    }

    @Test
    void shouldLetTheProgramRunWhenTheFileCannotBeWritten() throws IOException {
        PcapTap tap = PcapTap.on(pair.bench(), new BrokenStream(1000), Long.MAX_VALUE);

        write();

        assertEquals(
                "no space left", assertThrows(IOException.class, tap::close).getMessage());
        assertEquals((byte) 0xaa, pair.bob().memory().get(BYTES - 1, 1)[0]);
    }

    private void write() {
        RemoteBuffer window =
                pair.bob().bind(1, pair.bob().pd().allocMw(MwType.TYPE_1), 0, BYTES, AccessFlag.REMOTE_WRITE);
        pair.alice().perform(RdmaWrite.of(2, window, pair.alice().region().slice(0, BYTES)));
    }

    private static RoceFrame frame(Captured packet) {
        return packet.frame().orElseThrow();
    }
}
