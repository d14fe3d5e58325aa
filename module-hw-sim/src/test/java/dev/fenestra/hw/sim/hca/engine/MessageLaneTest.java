package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.fast.burst.BurstPath;
import dev.fenestra.hw.sim.hca.fast.burst.MessageBurst;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EventType;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawEq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Without observers, small WRITEs take a lane. Only the time may differ. {@link LaneReceivesTest} tests SENDs in the
 * same lane.
 */
class MessageLaneTest {
    private static final long LONG_ENOUGH = 20_000_000_000L;
    private static final int BATCH = 16;
    private static final int REFUSED = 6;
    private static final int BYTES = 8;
    private static final int REGION_BYTES = 2 * 4096;

    static Stream<Scene.Case> cases() {
        return RuleTest.cases();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void shouldBreakEveryRuleTheSameWayWithAndWithoutLanes(Scene.Case broken) throws IllegalAccessException {
        assertEquals(run(broken, false), run(broken, true));
    }

    private static Seen run(Scene.Case broken, boolean lanes) throws IllegalAccessException {
        try (Scene scene = new Scene(broken.alice(), broken.bob(), false, config -> config.withLanes(lanes))) {
            scene.pair.fabric.tap(null);
            broken.provoke().accept(scene);
            scene.pair.runUntil(LONG_ENOUGH);
            return Seen.of(scene.pair, scene.from, scene.to, REGION_BYTES);
        }
    }

    /** A request that is refused among fifteen that are not. */
    private interface Refused {
        Wqe of(RawPair pair, RawRegion from, RawRegion to);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused("R_Key", true, (pair, from, to) -> write(to.address(), to.key() ^ 0x10, from)),
                refused("unknown R_Key", true, (pair, from, to) -> write(to.address(), 0x00ab_cd01, from)),
                refused("range", true, (pair, from, to) -> write(to.address() + REGION_BYTES - 7, to.key(), from)),
                refused("right", true, (pair, from, to) -> {
                    int readable = RawHost.LOCAL_WRITE | RawHost.REMOTE_READ;
                    RawRegion other = pair.bob.host.region(pair.bob.pd, 0x5000, 64, readable, 0);
                    return write(other.address(), other.key(), from);
                }),
                refused("PD", true, (pair, from, to) -> {
                    RawRegion other = pair.bob.host.region(pair.bob.host.pd(), 64);
                    return write(other.address(), other.key(), from);
                }),
                refused(
                        "L_Key",
                        false,
                        (pair, from, to) ->
                                Wqe.write(to.address(), to.key()).sge(from.key() ^ 0x10, from.address(), BYTES)),
                refused(
                        "range of the data",
                        false,
                        (pair, from, to) -> Wqe.write(to.address(), to.key())
                                .sge(from.key(), from.address() + REGION_BYTES - 7, BYTES)));
    }

    private static Arguments refused(String name, boolean remotely, Refused request) {
        return Arguments.of(name, remotely, request);
    }

    private static Wqe write(long address, int rkey, RawRegion from) {
        return Wqe.write(address, rkey).sge(from, 0, BYTES);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void shouldRefuseOneRequestInsideABatch(String name, boolean remotely, Refused request)
            throws IllegalAccessException {
        LaneTwins.assertSame(QpSetup.usual(), pair -> {
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            byte[] data = from.pattern(0, BATCH * BYTES);
            byte[] before = to.bytes(0, BATCH * BYTES);
            for (int i = 0; i < BATCH; i++) {
                Wqe good = Wqe.write(to.address() + i * BYTES, to.key()).sge(from, i * BYTES, BYTES);
                pair.alice.qp.write(i == REFUSED ? request.of(pair, from, to) : good);
            }
            pair.alice.qp.ring();
            pair.runUntil(LONG_ENOUGH);

            System.arraycopy(data, 0, before, 0, REFUSED * BYTES);
            assertArrayEquals(before, to.bytes(0, BATCH * BYTES));
            Seen seen = Seen.of(pair, from, to, REGION_BYTES);
            List<Integer> syndromes = new ArrayList<>(Collections.nCopies(REFUSED, 0));
            syndromes.add(remotely ? CqeSyndrome.REMOTE_ACCESS : CqeSyndrome.LOCAL_PROTECTION);
            syndromes.addAll(Collections.nCopies(BATCH - REFUSED - 1, CqeSyndrome.FLUSHED));
            assertEquals(syndromes, seen.sends().stream().map(Entry::syndrome).toList());
            assertEquals(1, seen.refusals().size());
            return seen;
        });
    }

    private static RawRegion region(RawPair.Side end) {
        return end.host.region(end.pd, REGION_BYTES);
    }

    @Test
    void shouldMoveTheSameBytesInManyRandomBatches() throws IllegalAccessException {
        LaneTwins.assertSameForSeeds(50, MessageLaneTest::batches);
    }

    private static List<Seen> batches(int seed, boolean lanes) throws IllegalAccessException {
        Random random = new Random(seed);
        List<Seen> seen = new ArrayList<>();
        try (RawPair pair = LaneTwins.unwatched(QpSetup.usual(), seed, lanes)) {
            pair.alice.host.memory.mayFault(seed % 2 == 1);
            pair.bob.host.memory.mayFault(seed % 2 == 1);
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            RawRegion other = region(pair.bob);
            from.pattern(0, REGION_BYTES);
            for (int batch = 0; batch < 40; batch++) {
                int requests = 1 + random.nextInt(24);
                for (int i = 0; i < requests; i++) {
                    pair.alice.qp.write(request(random, from, random.nextInt(4) == 0 ? other : to));
                }
                pair.alice.qp.ring();
                pair.settle();
                seen.add(Seen.of(pair, from, batch % 2 == 0 ? to : other, batch % 8 > 5 ? REGION_BYTES : 0));
            }
            assertTrue(seen.stream().mapToInt(it -> it.sends().size()).sum() > 40);
        }
        return seen;
    }

    /** Mostly a small WRITE; now and then something that is not for the lane. */
    private static Wqe request(Random random, RawRegion from, RawRegion to) {
        int length = random.nextInt(20) == 0 ? 900 + random.nextInt(400) : 1 + random.nextInt(64);
        int at = random.nextInt(REGION_BYTES - length);
        int there = random.nextInt(REGION_BYTES - length);
        Wqe wqe = switch (random.nextInt(40)) {
            case 0 -> Wqe.read(to.address() + there, to.key()).sge(from, at, length);
            case 1 -> Wqe.write(to.address() + there, to.key());
            case 2 ->
                Wqe.write(to.address() + there, to.key())
                        .sge(from, at, length / 2 + 1)
                        .sge(from, 0, length / 2);
            case 3 ->
                new Wqe(WqeOpcode.ATOMIC_FA)
                        .remote(to.address() + (there & -8), to.key())
                        .atomic(7, 0)
                        .sge(from, at & -8, BYTES);
            default -> Wqe.write(to.address() + there, to.key()).sge(from, at, length);
        };
        return random.nextInt(3) == 0 ? wqe : wqe.unsignaled();
    }

    /** A port that accepts a number of messages of each burst, and records other packets by their address and PSN. */
    private static RecordingPort port(int writes) {
        return new RecordingPort(
                true,
                writes,
                packet -> "packet to " + Reth.address(packet.header, Bth.BYTES) + " from " + Bth.psn(packet.header, 0));
    }

    private static List<String> arrivals(RecordingPort port, boolean lanes, int requests, long until) {
        Fabric fabric = new Fabric();
        HcaConfig there = HcaConfig.ofIpv4(0x0a000002);
        fabric.attach(port, there.gidHigh(), there.gidLow());
        try (RawHost host = new RawHost(HcaConfig.ofIpv4(0x0a000001).withLanes(lanes), fabric)) {
            int pd = host.pd();
            RawCq cq = host.cq();
            RawQp qp = host.qp(pd, cq, cq);
            host.connect(qp.number(), 7, there, QpSetup.usual().psn(0).retries(1, 1));
            RawRegion from = host.region(pd, REGION_BYTES);
            for (int i = 0; i < requests; i++) {
                qp.write(Wqe.write(i, 0x100).sge(from, i, 1 + i));
            }
            qp.ring();
            while (fabric.now() < until) {
                fabric.progressUntil(until);
            }
        }
        return port.arrived;
    }

    @Test
    void shouldSendSixteenAtATimeAsOneBurst() {
        assertEquals(
                List.of("16 messages from 0", "16 messages from 16", "8 messages from 32"),
                arrivals(port(16), true, 40, 1_000_000));
    }

    @Test
    void shouldSendByPacketWhatTheReceiverDoesNotTakeInABurst() {
        List<String> expected = new ArrayList<>(List.of("16 messages from 0"));
        IntStream.range(5, 16).forEach(i -> expected.add("packet to " + i + " from " + i));
        assertEquals(expected, arrivals(port(5), true, 16, 1_000_000));
    }

    @Test
    void shouldSendByPacketWithoutLanes() {
        List<String> arrived = arrivals(port(16), false, 16, 1_000_000);
        assertEquals(
                IntStream.range(0, 16)
                        .mapToObj(i -> "packet to " + i + " from " + i)
                        .toList(),
                arrived);
    }

    @Test
    void shouldSendByPacketAgainWhatNobodyAcknowledges() {
        List<String> arrived = arrivals(port(16), true, 3, 100_000_000);
        assertEquals(
                List.of("3 messages from 0", "packet to 0 from 0", "packet to 1 from 1", "packet to 2 from 2"),
                arrived);
    }

    @Test
    void shouldTellThatThePeerSendsBeforeAQpInRtrTakesItsBursts() {
        try (RawPair pair = LaneTwins.unwatched(QpSetup.usual(), 0, true)) {
            RawEq events = pair.bob.host.eq(4, 1, EventType.bit(EventType.COMMUNICATION_ESTABLISHED));
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            int first = QpSetup.usual().psn();

            assertEquals(0, pair.fabric.transmit(burst(pair, from, to, first), 1));
            pair.alice.qp.post(write(to.address(), to.key(), from));
            pair.settle();
            assertEquals(2, pair.fabric.transmit(burst(pair, from, to, first + 1), 1));
            pair.settle();

            assertEquals(Qpc.STATE_RTR, pair.bob.state());
            assertEquals(List.of(EventType.COMMUNICATION_ESTABLISHED), events.take(Eqe.TYPE));
        }
    }

    /** Two WRITEs of alice's QP. */
    private static MessageBurst burst(RawPair pair, RawRegion from, RawRegion to, int psn) {
        MessageBurst burst = new MessageBurst(pair.alice.host.memory, 2);
        Arrays.fill(burst.rkeys, to.key());
        Arrays.fill(burst.lengths, BYTES);
        burst.remoteAddresses[0] = to.address();
        burst.remoteAddresses[1] = to.address() + BYTES;
        BurstPath path = burst.path();
        HcaConfig alice = pair.alice.host.hca.config();
        HcaConfig bob = pair.bob.host.hca.config();
        path.sourceGidHigh = alice.gidHigh();
        path.sourceGidLow = alice.gidLow();
        path.destinationGidHigh = bob.gidHigh();
        path.destinationGidLow = bob.gidLow();
        path.destinationQpn = pair.bob.qp.number();
        burst.firstPsn = psn;
        burst.count = 2;
        Arrays.fill(burst.payloads, from.pages()[0]);
        return burst;
    }
}
