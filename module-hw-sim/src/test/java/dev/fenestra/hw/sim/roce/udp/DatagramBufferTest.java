package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.hw.sim.roce.wire.RoceFrameWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DatagramBufferTest {
    private static final int DATAGRAMS = 2_000;
    private static final int[] HEADERS = {12, 16, 28, 32};
    private static final int[] PAYLOADS = {0, 4, 256, 4096};
    private static final PortGid[] GIDS = {
        PortGid.ofIpv4(0x0a000001),
        PortGid.ofIpv4(0x0a000002),
        new PortGid(0xfe80000000000000L, 1),
        new PortGid(0xfe80000000000000L, 2)
    };

    private final DatagramBuffer buffer = new DatagramBuffer();
    private final RoceFrameWriter frames = new RoceFrameWriter();
    private final Random random = new Random(8);

    @Test
    void shouldGiveTheIcrcOfTheFrameWhateverWasThereBefore() {
        byte[] frame = new byte[8192];
        for (int i = 0; i < DATAGRAMS; i++) {
            PortGid from = GIDS[random.nextInt(GIDS.length)];
            PortGid to = GIDS[random.nextInt(GIDS.length)];
            int port = 0xc000 + random.nextInt(2);
            int headerBytes = HEADERS[random.nextInt(HEADERS.length)];
            int pad = random.nextInt(4);
            byte[] packet = new byte[headerBytes + PAYLOADS[random.nextInt(PAYLOADS.length)] + pad];
            random.nextBytes(packet);
            Bth.write(packet, 0, random.nextInt(256), false, pad, 0xffff, random.nextInt(), true, random.nextInt());
            Arrays.fill(packet, packet.length - pad, packet.length, (byte) 0);
            int end = frames.begin(frame, 0, from.high(), from.low(), to.high(), to.low(), port)
                    .payload(packet, 0, packet.length - pad)
                    .end();
            int at = random.nextBoolean() ? DatagramBuffer.ARRIVAL : DatagramBuffer.start(headerBytes);
            MemorySegment.copy(packet, 0, buffer.memory, ValueLayout.JAVA_BYTE, at, packet.length);
            int icrc = buffer.icrc(at, at + packet.length, from.high(), from.low(), to.high(), to.low(), port);
            assertEquals(Icrc.read(frame, end - Icrc.BYTES), icrc, "datagram " + i);
            byte[] left = buffer.memory.asSlice(at, packet.length).toArray(ValueLayout.JAVA_BYTE);
            assertArrayEquals(packet, left, "datagram " + i);
        }
    }
}
