package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCq;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Without observers, small SENDs take the lane of small WRITEs. Only the time may differ. {@link MessageLaneTest} tests
 * that every rule is broken the same way with and without lanes.
 */
class LaneReceivesTest {
    private static final long LONG_ENOUGH = 20_000_000_000L;
    /** Longer than a receiver that is not ready makes its peer wait. */
    private static final long AGAIN = 1_000_000;

    private static final int BATCH = 16;
    private static final int SPECIAL = 6;
    private static final int BYTES = 24;
    private static final int REGION_BYTES = 2 * 4096;
    private static final int LONG = 2000;
    private static final int SEEDS = 50;
    private static final int BATCHES = 40;

    private static RawRegion region(RawPair.Side end) {
        return end.host.region(end.pd, REGION_BYTES);
    }

    /** What is special about the seventh of sixteen SENDs: the receive that is posted for it, if any. */
    private interface Receive {
        void post(RawQp bob, RawRegion to);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused(
                        "too short",
                        CqeSyndrome.REMOTE_INVALID_REQUEST,
                        CqeSyndrome.LOCAL_LENGTH,
                        (bob, to) -> bob.receive(to, 0, BYTES - 1)),
                refused(
                        "L_Key",
                        CqeSyndrome.REMOTE_OPERATION,
                        CqeSyndrome.LOCAL_PROTECTION,
                        (bob, to) -> bob.receive(to.key() ^ 0x10, to.address(), BYTES)),
                refused(
                        "range",
                        CqeSyndrome.REMOTE_OPERATION,
                        CqeSyndrome.LOCAL_PROTECTION,
                        (bob, to) -> bob.receive(to.key(), to.address() + REGION_BYTES - BYTES + 1, BYTES)),
                refused(
                        "second piece",
                        CqeSyndrome.REMOTE_OPERATION,
                        CqeSyndrome.LOCAL_PROTECTION,
                        (bob, to) -> bob.receive(to.key(), to.address(), BYTES - 1, to.key() ^ 0x10, to.address(), 1)));
    }

    private static Arguments refused(String name, int sent, int received, Receive special) {
        return Arguments.of(name, sent, received, special);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void shouldRefuseOneReceiveInsideABatch(String name, int sent, int received, Receive special)
            throws IllegalAccessException {
        LaneTwins.assertSame(QpSetup.usual(), pair -> {
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            byte[] data = from.pattern(0, BATCH * BYTES);
            byte[] before = to.bytes(0, BATCH * BYTES);
            for (int i = 0; i < BATCH; i++) {
                if (i == SPECIAL) {
                    special.post(pair.bob.qp, to);
                } else {
                    pair.bob.qp.receive(to, i * BYTES, BYTES);
                }
                pair.alice.qp.write(Wqe.send().sge(from, i * BYTES, BYTES));
            }
            pair.alice.qp.ring();
            pair.runUntil(LONG_ENOUGH);

            System.arraycopy(data, 0, before, 0, SPECIAL * BYTES);
            assertArrayEquals(before, to.bytes(0, BATCH * BYTES));
            Seen seen = Seen.of(pair, from, to, REGION_BYTES);
            assertEquals(untilSpecial(sent), syndromes(seen.sends()));
            assertEquals(untilSpecial(received), syndromes(seen.receives()));
            return seen;
        });
    }

    private static List<Integer> untilSpecial(int syndrome) {
        List<Integer> all = new ArrayList<>(Collections.nCopies(SPECIAL, 0));
        all.add(syndrome);
        all.addAll(Collections.nCopies(BATCH - SPECIAL - 1, CqeSyndrome.FLUSHED));
        return all;
    }

    private static List<Integer> syndromes(List<Entry> entries) {
        return entries.stream().map(Entry::syndrome).toList();
    }

    @Test
    void shouldWaitInsideABatchUntilTheNextReceiveIsPosted() throws IllegalAccessException {
        LaneTwins.assertSame(QpSetup.usual(), pair -> {
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            byte[] data = from.pattern(0, BATCH * BYTES);
            for (int i = 0; i < BATCH; i++) {
                pair.alice.qp.write(Wqe.send().sge(from, i * BYTES, BYTES));
            }
            receive(pair, to, 0, SPECIAL);
            pair.alice.qp.ring();
            pair.settle();
            assertEquals(1, pair.bob.host.hca.counters().rnrNaksSent);
            receive(pair, to, SPECIAL, BATCH);
            pair.runUntil(LONG_ENOUGH);

            assertArrayEquals(data, to.bytes(0, BATCH * BYTES));
            Seen seen = Seen.of(pair, from, to, REGION_BYTES);
            assertEquals(Collections.nCopies(BATCH, 0), syndromes(seen.sends()));
            assertEquals(Collections.nCopies(BATCH, 0), syndromes(seen.receives()));
            return seen;
        });
    }

    private static void receive(RawPair pair, RawRegion to, int first, int end) {
        for (int i = first; i < end; i++) {
            pair.bob.qp.receive(to, i * BYTES, BYTES);
        }
    }

    @Test
    void shouldTakeNoMoreWhenACompletionInsideABatchOverrunsItsQueue() throws IllegalAccessException {
        LaneTwins.assertSame(QpSetup.usual(), pair -> {
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            byte[] data = from.pattern(0, BATCH * BYTES);
            byte[] before = to.bytes(0, BATCH * BYTES);
            RawCq small = pair.bob.host.cq(2);
            RawQp receiver = pair.bob.host.qp(pair.bob.pd, small, small);
            RawQp sender = pair.alice.host.qp(pair.alice.pd, pair.alice.sends, pair.alice.receives);
            RawPair.connect(pair.alice, sender, pair.bob, receiver, QpSetup.usual());
            RawPair.connect(pair.bob, receiver, pair.alice, sender, QpSetup.usual());
            for (int i = 0; i < BATCH; i++) {
                receiver.receive(to, i * BYTES, BYTES);
                sender.write(Wqe.send().sge(from, i * BYTES, BYTES));
            }
            sender.ring();
            pair.runUntil(LONG_ENOUGH);

            assertEquals(Qpc.STATE_ERR, pair.bob.host.state(receiver.number()));
            System.arraycopy(data, 0, before, 0, 5 * BYTES);
            assertArrayEquals(before, to.bytes(0, BATCH * BYTES));
            return Seen.of(pair, from, to, REGION_BYTES);
        });
    }

    static Stream<Arguments> vanished() {
        return Stream.of(Arguments.of("of a SEND", true), Arguments.of("of a WRITE", false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vanished")
    void shouldPlaceAllBeforeAPageThatHasVanished(String name, boolean isSend) throws IllegalAccessException {
        LaneTwins.assertSame(QpSetup.usual(), pair -> {
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            byte[] data = from.pattern(0, BATCH * BYTES);
            for (int i = 0; i < BATCH; i++) {
                int at = i < SPECIAL ? i * BYTES : 4096 + i * BYTES;
                pair.bob.qp.receive(to, at, BYTES);
                Wqe wqe = isSend ? Wqe.send() : Wqe.write(to.address() + at, to.key());
                pair.alice.qp.write(wqe.sge(from, i * BYTES, BYTES));
            }
            pair.bob.host.memory.vanish(to.pages()[1]);
            pair.alice.qp.ring();
            pair.runUntil(LONG_ENOUGH);

            assertArrayEquals(Arrays.copyOf(data, SPECIAL * BYTES), to.bytes(0, SPECIAL * BYTES));
            Seen seen = Seen.of(pair, from, to, REGION_BYTES);
            assertEquals(
                    Collections.nCopies(SPECIAL, 0), syndromes(seen.sends()).subList(0, SPECIAL));
            return seen;
        });
    }

    @Test
    void shouldSendSendsAndWritesAsOneBurst() {
        RecordingPort port = new RecordingPort(true, BATCH, packet -> "packet");
        Fabric fabric = new Fabric();
        HcaConfig there = HcaConfig.ofIpv4(0x0a000002);
        fabric.attach(port, there.gidHigh(), there.gidLow());
        try (RawHost host = new RawHost(HcaConfig.ofIpv4(0x0a000001), fabric)) {
            int pd = host.pd();
            RawCq cq = host.cq();
            RawQp qp = host.qp(pd, cq, cq);
            host.connect(qp.number(), 7, there, QpSetup.usual().psn(0));
            RawRegion from = host.region(pd, REGION_BYTES);
            for (int i = 0; i < BATCH; i++) {
                qp.write((i % 2 == 0 ? Wqe.send() : Wqe.write(i, 0x100)).sge(from, i, BYTES));
            }
            qp.ring();
            fabric.progress();
        }
        assertEquals(List.of("16 messages from 0"), port.arrived);
    }

    @Test
    void shouldReceiveTheSameMessagesInManyRandomBatches() throws IllegalAccessException {
        int received = 0;
        int refused = 0;
        for (List<Seen> with : LaneTwins.assertSameForSeeds(SEEDS, LaneReceivesTest::batches)) {
            received += with.stream().mapToInt(it -> it.receives().size()).sum();
            refused += with.getLast().refusals().size();
        }
        assertTrue(received > 3 * SEEDS * BATCHES, "received " + received);
        assertTrue(refused > 0, "refused " + refused);
    }

    private static List<Seen> batches(int seed, boolean lanes) throws IllegalAccessException {
        Random random = new Random(seed);
        List<Seen> seen = new ArrayList<>();
        try (RawPair pair = LaneTwins.unwatched(QpSetup.usual(), seed, lanes)) {
            pair.alice.host.memory.mayFault(seed % 2 == 1);
            pair.bob.host.memory.mayFault(seed % 2 == 1);
            RawRegion from = region(pair.alice);
            RawRegion to = region(pair.bob);
            from.pattern(0, REGION_BYTES);
            for (int batch = 0; batch < BATCHES && pair.alice.state() == Qpc.STATE_RTS; batch++) {
                int receives = 0;
                for (int requests = random.nextInt(BATCH); requests >= 0; requests--) {
                    boolean needsReceive = random.nextInt(4) > 0;
                    receives += needsReceive ? 1 : 0;
                    pair.alice.qp.write(needsReceive ? message(random, from, to) : write(random, from, to));
                }
                int late = random.nextInt(8) == 0 ? random.nextInt(receives + 1) : 0;
                receive(random, pair, to, receives - late);
                pair.alice.qp.ring();
                pair.settle();
                receive(random, pair, to, late);
                pair.runUntil(pair.fabric.now() + AGAIN);
                seen.add(Seen.of(pair, from, to, REGION_BYTES));
            }
        }
        return seen;
    }

    /** Mostly a small SEND; now and then something that is not for the lane. */
    private static Wqe message(Random random, RawRegion from, RawRegion to) {
        int length = random.nextInt(20) == 0 ? 900 + random.nextInt(LONG - 900) : 1 + random.nextInt(64);
        int at = random.nextInt(REGION_BYTES - length);
        Wqe wqe = switch (random.nextInt(24)) {
            case 0 -> new Wqe(WqeOpcode.SEND_IMM).immediate(at).sge(from, at, length);
            case 1 -> Wqe.send().solicited().sge(from, at, length);
            case 2 -> Wqe.send().fenced().sge(from, at, length);
            case 3 -> Wqe.send();
            case 4 -> Wqe.send().inline(new byte[] {1, 2, 3});
            case 5 -> Wqe.send().sge(from, at, length / 2 + 1).sge(from, 0, length / 2);
            case 6 ->
                new Wqe(WqeOpcode.RDMA_WRITE_IMM)
                        .remote(to.address() + at, to.key())
                        .sge(from, at, length);
            default -> Wqe.send().sge(from, at, length);
        };
        return random.nextInt(3) == 0 ? wqe : wqe.unsignaled();
    }

    private static Wqe write(Random random, RawRegion from, RawRegion to) {
        int length = 1 + random.nextInt(64);
        int at = random.nextInt(REGION_BYTES - length);
        return Wqe.write(to.address() + at, to.key()).sge(from, at, length).unsignaled();
    }

    /** Mostly receives of one piece; now and then one of several, and one that is too short for most messages. */
    private static void receive(Random random, RawPair pair, RawRegion to, int count) {
        for (int i = 0; i < count; i++) {
            int at = random.nextInt(REGION_BYTES - LONG);
            int first = random.nextInt(8) == 0 ? random.nextInt(64) : LONG;
            if (random.nextInt(800) == 0) {
                pair.bob.qp.receive(to, at, 8);
            } else if (first < LONG) {
                pair.bob.qp.receive(to.key(), to.address() + at, first, to.key(), to.address(), LONG);
            } else {
                pair.bob.qp.receive(to, at, LONG);
            }
        }
    }
}
