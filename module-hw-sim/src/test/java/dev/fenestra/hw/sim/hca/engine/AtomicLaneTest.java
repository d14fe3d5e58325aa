package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Repeats;
import dev.fenestra.hw.sim.testing.Wqe;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Without observers, atomics and their answers take lanes. Only the time may differ. {@link MessageLaneTest} tests that
 * every rule is broken the same way with and without lanes.
 */
class AtomicLaneTest {
    private static final long LONG_ENOUGH = 20_000_000_000L;
    private static final int BATCH = 16;
    private static final int REFUSED = 6;
    private static final int BYTES = 8;
    private static final int REGION_BYTES = 2 * 4096;
    private static final int SEEDS = Repeats.of(15, 50);
    private static final int BATCHES = 40;

    private static RawRegion region(RawPair.Side end) {
        return end.host.region(end.pd, 0x4000, REGION_BYTES, RawHost.ALL_RIGHTS, 0);
    }

    private static Wqe add(long address, int rkey, long value) {
        return new Wqe(WqeOpcode.ATOMIC_FA).remote(address, rkey).atomic(value, 0);
    }

    private static long number(RawRegion region, int offset) {
        return ByteBuffer.wrap(region.bytes(offset, BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    /** A request that is refused among fifteen that are not. */
    private interface Refused {
        Wqe of(RawRegion from, RawRegion to);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused(
                        "R_Key",
                        CqeSyndrome.REMOTE_ACCESS,
                        (from, to) -> add(to.address(), to.key() ^ 0x10, 1).sge(from, 0, BYTES)),
                refused(
                        "range",
                        CqeSyndrome.REMOTE_ACCESS,
                        (from, to) ->
                                add(to.address() + REGION_BYTES, to.key(), 1).sge(from, 0, BYTES)),
                refused(
                        "alignment",
                        CqeSyndrome.REMOTE_INVALID_REQUEST,
                        (from, to) -> add(to.address() + 4, to.key(), 1).sge(from, 0, BYTES)),
                refused(
                        "length of the data",
                        CqeSyndrome.LOCAL_LENGTH,
                        (from, to) -> add(to.address(), to.key(), 1).sge(from, 0, BYTES - 1)),
                refused(
                        "L_Key",
                        CqeSyndrome.LOCAL_PROTECTION,
                        (from, to) -> add(to.address(), to.key(), 1).sge(from.key() ^ 0x10, from.address(), BYTES)),
                refused(
                        "range of the data",
                        CqeSyndrome.LOCAL_PROTECTION,
                        (from, to) -> add(to.address(), to.key(), 1)
                                .sge(from.key(), from.address() + REGION_BYTES - 7, BYTES)));
    }

    private static Arguments refused(String name, int syndrome, Refused request) {
        return Arguments.of(name, syndrome, request);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void shouldRefuseOneRequestInsideABatch(String name, int syndrome, Refused request) throws IllegalAccessException {
        LaneTwins.assertSame(QpSetup.usual().depth(BATCH), pair -> {
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            long before = number(to, 0);
            for (int i = 0; i < BATCH; i++) {
                Wqe good = add(to.address(), to.key(), 1).sge(from, i * BYTES, BYTES);
                pair.alice.qp.write(i == REFUSED ? request.of(from, to) : good);
            }
            pair.alice.qp.ring();
            pair.runUntil(LONG_ENOUGH);

            for (int i = 0; i < REFUSED; i++) {
                assertEquals(before + i, number(from, i * BYTES));
            }
            Seen seen = Seen.of(pair, from, to, REGION_BYTES);
            List<Integer> syndromes = new ArrayList<>(Collections.nCopies(REFUSED, 0));
            syndromes.add(syndrome);
            syndromes.addAll(Collections.nCopies(BATCH - REFUSED - 1, CqeSyndrome.FLUSHED));
            assertEquals(syndromes, seen.sends().stream().map(Entry::syndrome).toList());
            assertEquals(1, seen.refusals().size());
            return seen;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void shouldFindTheSameValuesInManyRandomBatches(int depth) throws IllegalAccessException {
        int completed = 0;
        for (List<Seen> with : LaneTwins.assertSameForSeeds(SEEDS, (seed, lanes) -> batches(seed, depth, lanes))) {
            completed += with.stream().mapToInt(it -> it.sends().size()).sum();
        }
        assertTrue(completed > 3 * SEEDS * BATCHES, "completed " + completed);
    }

    private static List<Seen> batches(int seed, int depth, boolean lanes) throws IllegalAccessException {
        Random random = new Random(seed);
        List<Seen> seen = new ArrayList<>();
        try (RawPair pair = LaneTwins.unwatched(QpSetup.usual().depth(depth), seed, lanes)) {
            pair.alice.host.memory.mayFault(seed % 2 == 1);
            pair.bob.host.memory.mayFault(seed % 2 == 1);
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            from.pattern(0, REGION_BYTES);
            for (int batch = 0; batch < BATCHES && pair.alice.state() == Qpc.STATE_RTS; batch++) {
                for (int requests = random.nextInt(24); requests >= 0; requests--) {
                    Wqe wqe = request(random, from, to);
                    pair.alice.qp.write(random.nextInt(3) == 0 ? wqe : wqe.unsignaled());
                }
                pair.alice.qp.ring();
                pair.settle();
                seen.add(Seen.of(pair, from, to, REGION_BYTES));
            }
        }
        return seen;
    }

    /** Mostly an atomic on one of four words; now and then something that is not for the lane. */
    private static Wqe request(Random random, RawRegion from, RawRegion to) {
        long address = to.address() + random.nextInt(4) * BYTES;
        int at = random.nextInt(REGION_BYTES - BYTES);
        Wqe add = add(address, to.key(), random.nextInt(3));
        Wqe swap = new Wqe(WqeOpcode.ATOMIC_CS).remote(address, to.key()).atomic(random.nextInt(3), random.nextInt(3));
        return switch (random.nextInt(32)) {
            case 0, 1 -> Wqe.write(address, to.key()).sge(from, at, BYTES);
            case 2 -> Wqe.read(address, to.key()).sge(from, at, BYTES);
            case 3 -> add.sge(from, at, 5).sge(from, at, 3);
            case 4 -> add.fenced().sge(from, at, BYTES);
            case 5 -> add.sge(from, random.nextInt(REGION_BYTES - 64), 64);
            case 6 -> Wqe.write(address, to.key()).sge(from, 0, 0);
            case 7 -> random.nextInt(40) == 0 ? add.sge(from, 0, 7) : add.sge(from, 4096 - 4, BYTES);
            case 8, 9, 10, 11, 12 -> swap.sge(from, at, BYTES);
            default -> add.sge(from, at, BYTES);
        };
    }

    @Test
    void shouldAnswerARepeatedRequestWithItsSavedResult() {
        try (RawPair pair = LaneTwins.unwatched(QpSetup.usual().depth(BATCH), true)) {
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            long before = number(to, 0);
            pair.alice.qp.post(add(to.address(), to.key(), 5).sge(from, 0, BYTES));
            pair.settle();
            assertEquals(before + 5, number(to, 0));
            byte[] extension = new byte[AtomicEth.BYTES];
            AtomicEth.write(extension, 0, to.address(), to.key(), 5, 0);
            pair.fabric.tap(pair.wire);
            pair.inject(
                    pair.bob, WireOpcode.RC_FETCH_ADD.number(), QpSetup.usual().psn(), extension, 0, 0);
            pair.settle();

            assertEquals(before + 5, number(to, 0));
            assertEquals(before, number(from, 0));
            assertEquals(1, pair.bob.host.hca.counters().duplicateRequests);
        }
    }

    private static List<String> arrivals(int taken, long until) {
        RecordingPort port = new RecordingPort(
                true,
                taken,
                packet -> "packet to " + AtomicEth.address(packet.header, Bth.BYTES) + " from "
                        + Bth.psn(packet.header, 0));
        Fabric fabric = new Fabric();
        HcaConfig there = HcaConfig.ofIpv4(0x0a000002);
        fabric.attach(port, there.gidHigh(), there.gidLow());
        try (RawHost host = new RawHost(HcaConfig.ofIpv4(0x0a000001), fabric)) {
            int pd = host.pd();
            RawCq cq = host.cq();
            RawQp qp = host.qp(pd, cq, cq);
            host.connect(qp.number(), 7, there, QpSetup.usual().psn(0).depth(8).retries(1, 1));
            RawRegion from = host.region(pd, REGION_BYTES);
            for (int i = 0; i < 12; i++) {
                qp.write(add(i * BYTES, 0x100, 1).sge(from, i * BYTES, BYTES));
            }
            qp.ring();
            while (fabric.now() < until) {
                fabric.progressUntil(until);
            }
        }
        return port.arrived;
    }

    @Test
    void shouldSendAsManyAsOneBurstAsThePeerKeepsResultsOf() {
        assertEquals(List.of("8 atomics from 0"), arrivals(8, 1_000_000));
    }

    @Test
    void shouldSendByPacketWhatTheReceiverDoesNotTakeInABurst() {
        List<String> expected = new ArrayList<>(List.of("8 atomics from 0"));
        IntStream.range(0, 8).forEach(i -> expected.add("packet to " + i * BYTES + " from " + i));
        assertEquals(expected, arrivals(0, 1_000_000));
    }

    @Test
    void shouldSendByPacketAgainWhatNobodyAnswers() {
        List<String> expected = new ArrayList<>(List.of("8 atomics from 0"));
        IntStream.range(0, 8).forEach(i -> expected.add("packet to " + i * BYTES + " from " + i));
        assertEquals(expected, arrivals(8, 10_000_000));
    }
}
