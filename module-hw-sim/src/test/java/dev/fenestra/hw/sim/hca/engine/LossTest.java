package dev.fenestra.hw.sim.hca.engine;

import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_ACKNOWLEDGE;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_FETCH_ADD;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_READ_REQUEST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_READ_RESPONSE_ONLY;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_WRITE_ONLY;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_SEND_ONLY;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.WirePacket;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LossTest {
    private static final int LENGTH = 5 * 1024 + 100;

    private final RawPair pair = new RawPair();
    private final RawRegion from = pair.alice.host.region(pair.alice.pd, 1 << 16);
    private final RawRegion to = pair.bob.host.region(pair.bob.pd, 1 << 16);

    @AfterEach
    void close() {
        pair.close();
    }

    private static Predicate<WirePacket> nth(int n) {
        AtomicInteger left = new AtomicInteger(n);
        return packet -> left.getAndDecrement() == 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void shouldDeliverAWriteWhicheverPacketIsLost(int lost) {
        byte[] data = from.pattern(0, LENGTH);
        pair.wire.lose(nth(lost));
        pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, LENGTH));
        Entry done = pair.await(pair.alice.sends);
        assertTrue(done.isSuccess(), done.toString());
        assertArrayEquals(data, to.bytes(0, LENGTH));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void shouldFetchARead(int lost) {
        byte[] data = to.pattern(0, LENGTH);
        pair.wire.lose(nth(lost));
        pair.alice.qp.post(Wqe.read(to.address(), to.key()).sge(from, 0, LENGTH));
        Entry done = pair.await(pair.alice.sends);
        assertTrue(done.isSuccess(), done.toString());
        assertArrayEquals(data, from.bytes(0, LENGTH));
    }

    @Test
    void shouldSpendOneRetryOnOneLostPacketOfALongRead() {
        try (RawPair single = new RawPair(QpSetup.usual().mtu(1).retries(1, 0))) {
            RawRegion into = single.alice.host.region(single.alice.pd, 10_000);
            RawRegion source = single.bob.host.region(single.bob.pd, 10_000);
            byte[] data = source.pattern(0, 10_000);
            single.wire.lose(nth(3));
            single.alice.qp.post(Wqe.read(source.address(), source.key()).sge(into, 0, 10_000));
            Entry done = single.await(single.alice.sends);
            assertTrue(done.isSuccess(), done.toString());
            assertArrayEquals(data, into.bytes(0, 10_000));
            assertEquals(2, single.wire.of(RC_RDMA_READ_REQUEST).size());
        }
    }

    @Test
    void shouldGiveUpAReadWhoseResponsesAreAlwaysLost() {
        pair.wire.lose(packet -> packet.is(RC_RDMA_READ_RESPONSE_ONLY));
        pair.alice.qp.post(Wqe.read(to.address(), to.key()).sge(from, 0, 8));
        pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 8, 8));
        for (int i = 0; i < 200 && !pair.alice.sends.hasNext(); i++) {
            pair.fabric.progressUntil(Long.MAX_VALUE);
        }
        pair.settle();
        List<Entry> all = pair.alice.sends.drain();
        assertEquals(List.of(CqeSyndrome.RETRY_EXCEEDED, CqeSyndrome.FLUSHED), syndromes(all));
        assertEquals(HcaRule.T6.code(), all.getFirst().vendor());
        assertEquals(
                1 + QpSetup.usual().retries(),
                pair.wire.of(RC_RDMA_READ_REQUEST).size());
    }

    @Test
    void shouldSendARequestAgainAlthoughTheBindBehindItFailed() {
        byte[] data = from.pattern(0, 64);
        pair.wire.lose(nth(0));
        pair.alice.qp.write(Wqe.write(to.address(), to.key()).sge(from, 0, 64));
        pair.alice.qp.write(Wqe.bind(0x12345600, 1, from, from.address(), 8, 0));
        pair.alice.qp.ring();
        pair.runUntil(1_000_000_000L);
        assertArrayEquals(data, to.bytes(0, 64));
        assertEquals(List.of(CqeSyndrome.NONE, CqeSyndrome.MW_BIND), syndromes(pair.alice.sends.drain()));
    }

    @Test
    void shouldExecuteASendOnceThoughItsAckIsLost() {
        pair.bob.qp.receive(to, 0, 100);
        pair.bob.qp.receive(to, 100, 100);
        pair.wire.lose(nth(1));
        byte[] data = from.pattern(0, 100);
        pair.alice.qp.post(Wqe.send().sge(from, 0, 100));
        assertTrue(pair.await(pair.alice.sends).isSuccess());
        assertEquals(100, pair.bob.received().byteCount());
        assertArrayEquals(data, to.bytes(0, 100));
        assertArrayEquals(new byte[100], to.bytes(100, 100));
        assertEquals(2, pair.wire.of(RC_SEND_ONLY).size());
        assertEquals(1, pair.bob.host.hca.counters().duplicateRequests);
    }

    @Test
    void shouldExecuteAnAtomicOnceThoughItsAnswerIsLost() {
        long target = to.address() + 5 & -8;
        int offset = (int) (target - to.address());
        to.write(offset, new byte[] {5, 0, 0, 0, 0, 0, 0, 0});
        pair.wire.lose(nth(1));
        pair.alice.qp.post(new Wqe(WqeOpcode.ATOMIC_FA)
                .remote(target, to.key())
                .atomic(3, 0)
                .sge(from, 0, 8));
        assertTrue(pair.await(pair.alice.sends).isSuccess());
        assertArrayEquals(new byte[] {8, 0, 0, 0, 0, 0, 0, 0}, to.bytes(offset, 8));
        assertArrayEquals(new byte[] {5, 0, 0, 0, 0, 0, 0, 0}, from.bytes(0, 8));
        assertEquals(2, pair.wire.of(RC_FETCH_ADD).size());
    }

    @Test
    void shouldCompleteAllThatOneLaterAckCovers() {
        pair.wire.lose(nth(5));
        for (int i = 0; i < 4; i++) {
            pair.alice.qp.write(Wqe.write(to.address() + i * 8, to.key()).sge(from, i * 8, 8));
        }
        pair.alice.qp.ring();
        pair.runUntil(1_000_000_000L);
        assertEquals(List.of(0, 0, 0, 0), syndromes(pair.alice.sends.drain()));
    }

    @Test
    void shouldIgnoreAnAckOfPacketsNotSentYet() {
        byte[] data = from.pattern(0, LENGTH);
        boolean[] forged = {false};
        pair.wire.afterEach(() -> {
            if (!forged[0]) {
                forged[0] = true;
                byte[] aeth = new byte[Aeth.BYTES];
                Aeth.write(aeth, 0, Aeth.ACK, 1);
                int last = QpSetup.usual().psn() + LENGTH / QpSetup.usual().mtuBytes();
                pair.inject(pair.alice, WireOpcode.RC_ACKNOWLEDGE.number(), last, aeth, 0, 0);
            }
        });
        pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, LENGTH));

        assertTrue(pair.await(pair.alice.sends).isSuccess());
        assertArrayEquals(data, to.bytes(0, LENGTH));
    }

    @Test
    void shouldAskOnceForALostPacket() {
        pair.wire.lose(nth(1));
        for (int i = 0; i < 6; i++) {
            pair.alice.qp.write(Wqe.write(to.address() + i * 8, to.key()).sge(from, i * 8, 8));
        }
        pair.alice.qp.ring();
        pair.settle();
        assertEquals(List.of(0x60), pair.wire.naks());
        assertEquals(11, pair.wire.of(RC_RDMA_WRITE_ONLY).size(), "goes back to the lost one, not further");
        assertEquals(6, pair.alice.sends.drain().size());
    }

    @Test
    void shouldReadTheSourceAgainWhenItSendsAgain() {
        from.pattern(0, 32);
        Set<Integer> seen = new HashSet<>();
        pair.wire.lose(packet -> packet.is(RC_RDMA_WRITE_ONLY) && seen.add(packet.psn()));
        pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, 32));
        pair.settle();
        byte[] changed = new byte[32];
        changed[3] = 77;
        from.write(0, changed);
        assertTrue(pair.await(pair.alice.sends).isSuccess());
        assertArrayEquals(changed, to.bytes(0, 32));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldDeliverEverythingInOrderOverALossyWire(long seed) {
        try (RawPair lossy = new RawPair(QpSetup.usual().mtu(1).retries(7, 7))) {
            RawRegion source = lossy.alice.host.region(lossy.alice.pd, 1 << 15);
            RawRegion target = lossy.bob.host.region(lossy.bob.pd, 1 << 15);
            byte[] data = source.pattern(0, 1 << 14);
            var random = new Random(seed);
            lossy.wire.lose(packet -> random.nextInt(100) < 5);
            int writes = 0;
            for (int at = 0; at < data.length; writes++) {
                int part = Math.min(data.length - at, 1 + random.nextInt(1500));
                lossy.alice.qp.write(
                        Wqe.write(target.address() + at, target.key()).sge(source, at, part));
                at += part;
            }
            lossy.alice.qp.ring();
            lossy.runUntil(10_000_000_000L);
            List<Entry> all = lossy.alice.sends.drain();
            assertEquals(writes, all.size());
            assertTrue(all.stream().allMatch(Entry::isSuccess), all.toString());
            assertArrayEquals(data, target.bytes(0, data.length));
            assertTrue(lossy.wire.of(RC_ACKNOWLEDGE).size() > 1);
        }
    }

    static List<Integer> syndromes(List<Entry> entries) {
        return entries.stream().map(Entry::syndrome).toList();
    }
}
