package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaMemory;
import dev.fenestra.hw.sim.hca.limits.MttPlacement;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Without observers, packets from the middle of a message travel together. Only the time may differ.
 */
class BurstTest {
    private static final int MTU = 256;
    private static final QpSetup SETUP = QpSetup.usual().mtu(1).psn(0xffffe0).timeout(0);
    /** More than a turn of a QP: 64 packets. */
    private static final int LONG = 150 * MTU + 77;

    private static final int REGION_BYTES = 200 * MTU;
    private static final int START = 100;

    /** What is to be sent from a region of alice to one of bob. */
    private interface Scene extends BiFunction<RawRegion, RawRegion, Wqe> {}

    /** All that can be seen of a message when it has ended. */
    private record Seen(
            List<?> sends,
            List<?> receives,
            int alice,
            int bob,
            List<?> refusals,
            int bytesOfAlice,
            int bytesOfBob,
            Map<String, Long> counters) {}

    static Stream<Arguments> scenes() {
        return Stream.of(
                scene("write", (from, to) -> write(to).sge(from, START, LONG)),
                scene("write of whole packets", (from, to) -> write(to).sge(from, START, 128 * MTU)),
                scene("write of two packets", (from, to) -> write(to).sge(from, START, 2 * MTU)),
                scene(
                        "write with immediate",
                        (from, to) -> new Wqe(WqeOpcode.RDMA_WRITE_IMM)
                                .remote(to.address() + START, to.key())
                                .sge(from, START, LONG)),
                scene(
                        "write from pieces that end within packets",
                        (from, to) -> write(to)
                                .sge(from, START, 10 * MTU + 1)
                                .sge(from, 1, 3 * MTU)
                                .sge(from, 7, 50 * MTU - 1)),
                scene(
                        "write from a piece with a wrong key",
                        (from, to) ->
                                write(to).sge(from, START, 20 * MTU).sge(from.key() + 1, from.address(), 20 * MTU)),
                scene(
                        "write from a piece that leaves its region",
                        (from, to) -> write(to).sge(from, START, 20 * MTU).sge(from, 190 * MTU, 20 * MTU)),
                scene(
                        "write beyond the end of its target",
                        (from, to) -> new Wqe(WqeOpcode.RDMA_WRITE)
                                .remote(to.address() + 100 * MTU, to.key())
                                .sge(from, START, LONG)),
                scene(
                        "write under a wrong key",
                        (from, to) -> new Wqe(WqeOpcode.RDMA_WRITE)
                                .remote(to.address(), to.key() + 1)
                                .sge(from, START, LONG)),
                scene("send", (from, to) -> Wqe.send().sge(from, START, LONG)),
                scene(
                        "send that is too long for its receive",
                        (from, to) -> Wqe.send().sge(from, 0, REGION_BYTES)),
                scene("read", (from, to) -> read(to).sge(from, START, LONG)),
                scene("read of whole packets", (from, to) -> read(to).sge(from, START, 64 * MTU)),
                scene(
                        "read into pieces that end within packets",
                        (from, to) -> read(to).sge(from, START, 10 * MTU + 1)
                                .sge(from, 11 * MTU, 50 * MTU - 1)
                                .sge(from, 80 * MTU, 3 * MTU)),
                scene(
                        "read into a piece with a wrong key",
                        (from, to) ->
                                read(to).sge(from, START, 20 * MTU).sge(from.key() + 1, from.address(), 20 * MTU)),
                scene(
                        "read beyond the end of its source",
                        (from, to) ->
                                Wqe.read(to.address() + 100 * MTU, to.key()).sge(from, START, LONG)));
    }

    private static Arguments scene(String name, Scene scene) {
        return Arguments.of(name, scene);
    }

    private static Wqe write(RawRegion to) {
        return Wqe.write(to.address() + START, to.key());
    }

    private static Wqe read(RawRegion to) {
        return Wqe.read(to.address() + START, to.key());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenes")
    void shouldShowInNothingButTheTimeItTakes(String name, Scene scene) throws IllegalAccessException {
        Seen alone = run(scene, true, HcaMemory.DEFAULT);
        assertEquals(alone, run(scene, false, HcaMemory.DEFAULT));
    }

    @Test
    void shouldCountEachLookUpOfACardThatCounts() throws IllegalAccessException {
        Scene scene = (from, to) -> write(to).sge(from, START, LONG);
        HcaMemory counting = HcaMemory.DEFAULT.withTranslations(MttPlacement.ON_CARD_DRAM);
        assertEquals(run(scene, true, counting), run(scene, false, counting));
    }

    /** Opcodes, each with sizes of blocks of sender and receiver: a page, few pages, more pages than a burst has. */
    static Stream<Arguments> ways() {
        return Stream.of(WqeOpcode.RDMA_WRITE, WqeOpcode.RDMA_READ, WqeOpcode.SEND)
                .flatMap(opcode -> Stream.of(
                        Arguments.of(opcode, 12, 12),
                        Arguments.of(opcode, 12, 16),
                        Arguments.of(opcode, 15, 12),
                        Arguments.of(opcode, 14, 17),
                        Arguments.of(opcode, 21, 21)));
    }

    @ParameterizedTest(name = "opcode {0}, blocks of 2^{1} and 2^{2} bytes")
    @MethodSource("ways")
    void shouldMoveManyPagesThatLieDifferently(int opcode, int blocksOfAlice, int blocksOfBob) {
        try (RawPair pair = new RawPair(SETUP.mtu(5))) {
            pair.fabric.tap(null);
            if (blocksOfAlice > 12) {
                pair.alice.host.memory.blocks(blocksOfAlice);
            }
            if (blocksOfBob > 12) {
                pair.bob.host.memory.blocks(blocksOfBob);
            }
            int length = 70 * 4096 + 5;
            RawRegion from = pair.alice.host.region(pair.alice.pd, length + 2048);
            RawRegion to = pair.bob.host.region(pair.bob.pd, length + 2048);
            boolean read = opcode == WqeOpcode.RDMA_READ;
            byte[] data = (read ? to : from).pattern(read ? 2048 : 1, length);
            pair.bob.qp.receive(to, 2048, length);
            Wqe wqe = new Wqe(opcode);
            if (opcode != WqeOpcode.SEND) {
                wqe.remote(to.address() + 2048, to.key());
            }
            pair.alice.qp.post(wqe.sge(from, 1, length));
            pair.settle();
            assertTrue(pair.alice.sent().isSuccess());
            assertArrayEquals(data, (read ? from : to).bytes(read ? 1 : 2048, length));
        }
    }

    private static Seen run(Scene scene, boolean watched, HcaMemory memory) throws IllegalAccessException {
        try (RawPair pair = new RawPair(SETUP, SETUP, config -> config.withMemory(memory))) {
            if (!watched) {
                pair.fabric.tap(null);
            }
            RawRegion from = pair.alice.host.region(pair.alice.pd, REGION_BYTES);
            RawRegion to = pair.bob.host.region(pair.bob.pd, REGION_BYTES);
            from.pattern(0, REGION_BYTES);
            to.write(0, new byte[] {1, 2, 3, 4, 5});
            to.pattern(START, 60 * MTU);
            pair.bob.qp.receive(to.key(), to.address() + 1, 30 * MTU + 5, to.key(), to.address() + 40 * MTU, 130 * MTU);
            pair.alice.qp.post(scene.apply(from, to));
            pair.alice.qp.post(Wqe.send().sge(from, 0, 3));
            pair.settle();
            return new Seen(
                    pair.alice.sends.drain(),
                    pair.bob.receives.drain(),
                    pair.alice.state(),
                    pair.bob.state(),
                    Stream.concat(pair.alice.host.refusals.stream(), pair.bob.host.refusals.stream())
                            .toList(),
                    Arrays.hashCode(from.bytes(0, REGION_BYTES)),
                    Arrays.hashCode(to.bytes(0, REGION_BYTES)),
                    counters(pair));
        }
    }

    private static Map<String, Long> counters(RawPair pair) throws IllegalAccessException {
        Map<String, Long> all = new TreeMap<>();
        for (Field field : HcaCounters.class.getFields()) {
            all.put("alice " + field.getName(), field.getLong(pair.alice.host.hca.counters()));
            all.put("bob " + field.getName(), field.getLong(pair.bob.host.hca.counters()));
        }
        return all;
    }

    /** A port that records packets as "count x bytes from the first PSN". */
    private static RecordingPort port(boolean takesBursts) {
        return new RecordingPort(
                takesBursts,
                0,
                packet -> packet.packets() + " x " + packet.payloadBytes() / packet.packets() + " from "
                        + Bth.psn(packet.header, 0));
    }

    @Test
    void shouldLeaveTogetherUpToThePacketThatAsksForAnAck() {
        assertEquals(
                List.of(
                        "1 x 256 from 0",
                        "62 x 256 from 1",
                        "1 x 256 from 63",
                        "63 x 256 from 64",
                        "1 x 256 from 127",
                        "22 x 256 from 128",
                        "1 x 77 from 150"),
                arrivals(port(true)));
    }

    @Test
    void shouldLeaveOneByOneToAPortThatTakesNoBursts() {
        List<String> arrived = arrivals(port(false));
        assertEquals(151, arrived.size());
        assertTrue(arrived.stream().allMatch(packet -> packet.startsWith("1 x ")), arrived::toString);
    }

    private static List<String> arrivals(RecordingPort port) {
        Fabric fabric = new Fabric();
        HcaConfig there = HcaConfig.ofIpv4(0x0a000002);
        fabric.attach(port, there.gidHigh(), there.gidLow());
        try (RawHost host = new RawHost(HcaConfig.ofIpv4(0x0a000001), fabric)) {
            int pd = host.pd();
            RawCq cq = host.cq();
            RawQp qp = host.qp(pd, cq, cq);
            host.connect(qp.number(), 7, there, SETUP.psn(0));
            RawRegion from = host.region(pd, REGION_BYTES);
            qp.post(Wqe.write(0, 0).sge(from, 0, LONG));
            for (int i = 0; i < 8; i++) {
                fabric.progress();
            }
        }
        return port.arrived;
    }
}
