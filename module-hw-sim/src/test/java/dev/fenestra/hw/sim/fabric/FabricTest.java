package dev.fenestra.hw.sim.fabric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.testing.RawMemory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FabricTest {
    private final Fabric fabric = new Fabric();

    /** Is ready once at each of its times and notes when it was polled. */
    private static final class Clockwork implements FabricDevice {
        final List<Long> polled = new ArrayList<>();
        final List<Integer> received = new ArrayList<>();
        private final List<Long> times;

        Clockwork(Long... times) {
            this.times = new ArrayList<>(List.of(times));
        }

        @Override
        public boolean isReady(long now) {
            return nextDeadline() <= now;
        }

        @Override
        public void poll(long now) {
            polled.add(now);
            times.removeFirst();
        }

        @Override
        public long nextDeadline() {
            return times.isEmpty() ? Long.MAX_VALUE : times.getFirst();
        }

        @Override
        public Verdict receive(Packet packet, long now) {
            received.add(packet.payloadBytes());
            return Verdict.Plain.ACCEPTED;
        }
    }

    @Test
    void shouldMoveTheClockByTheCostOfAPoll() {
        fabric.progress();
        fabric.progress();
        assertEquals(2 * Fabric.POLL_NANOS, fabric.now());
    }

    @Test
    void shouldNotJumpOverWorkThatWasPutOff() {
        fabric.defer(() -> fabric.progressUntil(60_000));
        fabric.progressUntil(60_000);
        assertEquals(0, fabric.now());
        fabric.runDeferred();
        assertEquals(0, fabric.now(), "it has not ended while it runs");
        fabric.progressUntil(60_000);
        assertEquals(60_000, fabric.now());
    }

    @Test
    void shouldJumpToTheNextDeadlineAndNotPastTheLimit() {
        Clockwork device = new Clockwork(5_000L, 70_000L);
        fabric.attach(device, 0, 1);
        fabric.progressUntil(60_000);
        assertEquals(5_000, fabric.now());
        fabric.progressUntil(60_000);
        fabric.progressUntil(60_000);
        assertEquals(60_000, fabric.now());
        fabric.progressUntil(10);
        assertEquals(60_000, fabric.now(), "time never goes back");
        assertEquals(List.of(5_000L), device.polled);
    }

    @Test
    void shouldRunAllThatIsDueBeforeTheClockMoves() {
        Clockwork first = new Clockwork(0L, 0L, 0L);
        Clockwork second = new Clockwork(0L, 0L);
        fabric.attach(first, 0, 1);
        fabric.attach(second, 0, 2);
        fabric.progress();
        assertEquals(List.of(0L, 0L, 0L), first.polled);
        assertEquals(List.of(0L, 0L), second.polled);
    }

    @Test
    void shouldKnowPortsByTheirGid() {
        fabric.attach(new Clockwork(), 7, 1);
        fabric.attach(new Clockwork(), 7, 2);
        assertEquals(0, fabric.portOf(7, 1));
        assertEquals(1, fabric.portOf(7, 2));
        assertEquals(Packet.NO_PORT, fabric.portOf(1, 7));
        assertThrows(IllegalArgumentException.class, () -> fabric.attach(new Clockwork(), 7, 2));
    }

    @Test
    void shouldKnowAPortByEachOfItsGids() {
        HcaConfig first = HcaConfig.ofIpv4(0x0a000001);
        HcaConfig second = HcaConfig.ofIpv4(0x0a000002).withLinkLocal(false);
        fabric.attach(new Clockwork(), first);
        fabric.attach(new Clockwork(), second);
        assertEquals(0, fabric.portOf(first.gidHigh(0), first.gidLow(0)));
        assertEquals(0, fabric.portOf(0xfe80L << 48, 0x00000afffe000001L));
        assertEquals(1, fabric.portOf(second.gidHigh(0), second.gidLow(0)));
        assertEquals(Packet.NO_PORT, fabric.portOf(0xfe80L << 48, 0x00000afffe000002L));
    }

    @Test
    void shouldDeliverToOnePortAndShowEveryPacketToTheTap() {
        Clockwork first = new Clockwork();
        Clockwork second = new Clockwork();
        fabric.attach(first, 0, 1);
        fabric.attach(second, 0, 2);
        List<Integer> seen = new ArrayList<>();
        fabric.tap((packet, now) -> seen.add(packet.destinationPort));
        RawMemory memory = new RawMemory();
        Packet packet = new Packet(memory);
        packet.addPayload(memory.page(), 12);
        packet.destinationPort = 1;
        fabric.link().transmit(packet, 0);
        packet.destinationPort = Packet.NO_PORT;
        fabric.link().transmit(packet, 0);
        assertEquals(List.of(), first.received);
        assertEquals(List.of(12), second.received);
        assertEquals(List.of(1, Packet.NO_PORT), seen);
    }

    @Test
    void shouldTakePayloadPieceByPiece() {
        RawMemory memory = new RawMemory();
        long one = memory.page();
        long two = memory.page();
        memory.write(one + 4090, new byte[] {1, 2, 3, 4, 5, 6});
        memory.write(two, new byte[] {7, 8, 9});
        Packet packet = new Packet(memory);
        packet.addPayload(one + 4090, 6);
        packet.addPayload(two, 3);
        assertEquals(9, packet.payloadBytes());
        long into = memory.page();
        packet.takePayload(memory.segment(into), memory.offset(into), 4);
        byte[] all = new byte[10];
        packet.copyPayload(all, 1);
        packet.takePayload(memory.segment(into), memory.offset(into) + 4, 5);
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 0}, memory.bytes(into, 10));
        assertArrayEquals(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, all);
        packet.clear();
        assertEquals(0, packet.payloadBytes());
    }

    @Test
    void shouldSplitABurst() {
        RawMemory memory = new RawMemory();
        long one = memory.page();
        long two = memory.page();
        memory.write(one, new byte[] {1, 2, 3, 4});
        memory.write(two, new byte[] {5, 6});
        Packet burst = new Packet(memory);
        Bth.write(burst.header, 0, 0, false, 0, 0xffff, 3, true, 0xfffffe);
        burst.headerBytes = Bth.BYTES;
        burst.addPayload(one, 4);
        burst.addPayload(two, 2);
        burst.burst(3);
        assertEquals(6, burst.payloadBytes());
        burst.split();
        byte[] payload = new byte[2];
        for (int i = 0; i < 3; i++) {
            assertEquals(1, burst.packets());
            assertEquals(0xfffffe + i & 0xffffff, Bth.psn(burst.header, 0));
            assertEquals(2, burst.payloadBytes());
            assertTrue(Bth.ackRequest(burst.header, 0));
            burst.copyPayload(payload, 0);
            assertArrayEquals(new byte[] {(byte) (2 * i + 1), (byte) (2 * i + 2)}, payload);
            burst.skipPayload(1);
            if (i < 2) {
                burst.next();
            }
        }
    }

    @Test
    void shouldCopyPayloadThatLiesOnTheCard() {
        RawMemory memory = new RawMemory();
        long card = memory.page();
        long into = memory.page();
        memory.write(card + 8, new byte[] {1, 2, 3});
        Packet packet = new Packet(memory);
        packet.addPayload(memory.segment(card), memory.offset(card) + 8, 3);
        packet.addZeros(1);
        memory.write(into, new byte[] {9, 9, 9, 9});
        packet.copyPayload(memory.segment(into), memory.offset(into));
        byte[] array = {9, 9, 9, 9};
        packet.copyPayload(array, 0);
        assertArrayEquals(new byte[] {1, 2, 3, 0}, memory.bytes(into, 4));
        assertArrayEquals(new byte[] {1, 2, 3, 0}, array);
    }
}
