package dev.fenestra.hw.sim.fabric.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultStageTest {
    private static final int WRITE = WireOpcode.RC_RDMA_WRITE_ONLY.number();
    private static final int SEND = WireOpcode.RC_SEND_ONLY.number();

    private final List<Integer> arrived = new ArrayList<>();
    private final List<Byte> payloads = new ArrayList<>();
    private final Link end = (packet, now) -> {
        arrived.add(Bth.psn(packet.header, 0));
        byte[] payload = new byte[packet.payloadBytes()];
        packet.copyPayload(payload, 0);
        payloads.add(payload[0]);
    };

    private static Packet packet(int opcode, int psn, long sender) {
        byte[] payload = new byte[8];
        payload[0] = (byte) psn;
        Packet packet = Packet.over(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, payload));
        packet.headerBytes = WireOpcode.headerBytesOf(opcode);
        Bth.write(packet.header, 0, opcode, false, 0, 0xffff, 7, true, psn);
        packet.sourceGidLow = sender;
        packet.addPayload(0, payload.length);
        return packet;
    }

    private FaultStage send(FaultPlan plan, int count) {
        FaultStage stage = new FaultStage(plan);
        for (int psn = 1; psn <= count; psn++) {
            stage.transmit(packet(SEND, psn, 1), 0, end);
        }
        return stage;
    }

    @Test
    void shouldPassEverythingWhenThePlanIsEmpty() {
        assertEquals(0, send(FaultPlan.NONE, 3).hits());
        assertEquals(List.of(1, 2, 3), arrived);
    }

    @Test
    void shouldDropTheKthPacketThatMatches() {
        FaultStage stage =
                new FaultStage(FaultPlan.of(Fault.at(FaultAction.DROP, PacketMatch.ANY.withOpcode(WRITE), 2)));
        stage.transmit(packet(WRITE, 1, 1), 0, end);
        stage.transmit(packet(SEND, 2, 1), 0, end);
        stage.transmit(packet(WRITE, 3, 1), 0, end);
        stage.transmit(packet(WRITE, 4, 1), 0, end);
        assertEquals(List.of(1, 2, 4), arrived);
        assertEquals(1, stage.hits());
    }

    @Test
    void shouldMatchByQpAndByPsn() {
        PacketMatch otherQp = PacketMatch.ANY.withQpn(8);
        PacketMatch third = PacketMatch.ANY.withQpn(7).withPsn(3);
        send(FaultPlan.of(Fault.at(FaultAction.DROP, otherQp, 1), Fault.at(FaultAction.DROP, third, 1)), 4);
        assertEquals(List.of(1, 2, 4), arrived);
    }

    @Test
    void shouldDropAsManyInARowAsAsked() {
        send(FaultPlan.of(Fault.at(FaultAction.DROP, PacketMatch.ANY, 2).withTimes(2)), 5);
        assertEquals(List.of(1, 4, 5), arrived);
    }

    @Test
    void shouldDeliverADuplicateOnceMoreWithItsOwnBytes() {
        FaultStage stage = send(FaultPlan.of(Fault.at(FaultAction.DUPLICATE, PacketMatch.ANY, 1)), 2);
        assertEquals(Fault.DEFAULT_DELAY_NANOS, stage.nextDeadline());
        stage.poll(Fault.DEFAULT_DELAY_NANOS, end);
        assertEquals(List.of(1, 2, 1), arrived);
        assertEquals(List.of((byte) 1, (byte) 2, (byte) 1), payloads);
        assertEquals(Long.MAX_VALUE, stage.nextDeadline());
    }

    @Test
    void shouldHoldADelayedPacketUntilItIsDue() {
        FaultStage stage = send(
                FaultPlan.of(Fault.at(FaultAction.DELAY, PacketMatch.ANY, 1).withDelay(500)), 3);
        stage.poll(499, end);
        assertEquals(List.of(2, 3), arrived);
        stage.poll(500, end);
        assertEquals(List.of(2, 3, 1), arrived);
    }

    @Test
    void shouldDeliverAReorderedPacketBehindTheNextOfItsSender() {
        FaultStage stage = new FaultStage(FaultPlan.of(Fault.at(FaultAction.REORDER, PacketMatch.ANY, 1)));
        stage.transmit(packet(SEND, 1, 1), 0, end);
        stage.transmit(packet(SEND, 9, 2), 0, end);
        stage.transmit(packet(SEND, 2, 1), 0, end);
        assertEquals(List.of(9, 2, 1), arrived);
    }

    @Test
    void shouldDeliverAReorderedPacketWhenNoneFollows() {
        FaultStage stage = send(FaultPlan.of(Fault.at(FaultAction.REORDER, PacketMatch.ANY, 2)), 2);
        stage.poll(Fault.DEFAULT_DELAY_NANOS, end);
        assertEquals(List.of(1, 2), arrived);
    }

    @Test
    void shouldFindAWrongIcrcWhicheverBitIsFlipped() {
        for (long seed = 0; seed < 2_000; seed++) {
            FaultStage stage = new FaultStage(
                    new FaultPlan(seed, List.of(Fault.at(FaultAction.CORRUPT, PacketMatch.ANY, 1)), FaultRates.NONE));
            stage.transmit(packet(SEND, 1, 1), 0, end);
            assertEquals(1, stage.wrongIcrcs(), "seed " + seed);
        }
        assertTrue(arrived.isEmpty());
    }

    @Test
    void shouldDoTheSameToTheSamePacketsForTheSameSeed() {
        FaultPlan plan = FaultPlan.of(42, new FaultRates(0.2, 0.2, 0.2, 0.1, 0.1, 1_000));
        FaultStage one = send(plan, 200);
        one.poll(1_000, end);
        List<Integer> first = List.copyOf(arrived);
        arrived.clear();
        FaultStage other = send(plan, 200);
        other.poll(1_000, end);
        assertEquals(first, arrived);
        assertEquals(one.hits(), other.hits());
        assertTrue(one.hits() > 100, "hits " + one.hits());
    }

    @Test
    void shouldRefuseRatesAndCountsThatMakeNoSense() {
        assertThrows(IllegalArgumentException.class, () -> new FaultRates(0.9, 0.2, 0, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new FaultRates(-0.1, 0, 0, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new FaultRates(Double.NaN, 0, 0, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> Fault.at(FaultAction.DROP, PacketMatch.ANY, 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> Fault.at(FaultAction.DROP, PacketMatch.ANY, 1).withDelay(-1));
    }
}
