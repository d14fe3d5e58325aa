package dev.fenestra.hw.sim.hca.engine;

import static dev.fenestra.hw.sim.hca.engine.LossTest.syndromes;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_ACKNOWLEDGE;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_WRITE_ONLY;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_SEND_ONLY;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.RnrTimer;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.WireLog;
import dev.fenestra.hw.sim.testing.WirePacket;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTest {
    private static final int ACK_UNIT = 4096;
    private static final int TIMER = QpSetup.usual().rnrTimer();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 7})
    void shouldSendToADeadPeerAtExactlyTheTimesOfItsTimer(int retries) {
        Fabric fabric = new Fabric();
        WireLog wire = new WireLog();
        try (RawHost host = new RawHost(HcaConfig.ofIpv4(0x0a000001), fabric)) {
            int pd = host.pd();
            var cq = host.cq();
            var qp = host.qp(pd, cq, cq);
            QpSetup setup = QpSetup.usual().timeout(8).retries(retries, 0);
            host.connect(qp.number(), 0x40, HcaConfig.ofIpv4(0x0a0000ff), setup);
            fabric.tap(wire);
            RawRegion region = host.region(pd, 64);
            long start = fabric.now();
            qp.post(Wqe.write(0, 1).sge(region, 0, 64));
            while (!cq.hasNext()) {
                fabric.progressUntil(Long.MAX_VALUE);
            }
            long period = ACK_UNIT << 8;
            assertEquals(start + (retries + 1) * period, fabric.now());
            List<Long> times = wire.all().stream().map(WirePacket::time).toList();
            assertEquals(retries + 1, times.size());
            for (int i = 0; i <= retries; i++) {
                assertEquals(start + i * period, times.get(i));
            }
            Entry failed = cq.drain().getFirst();
            assertEquals(CqeSyndrome.RETRY_EXCEEDED, failed.syndrome());
            assertEquals(HcaRule.T6.code(), failed.vendor());
            assertEquals(Qpc.STATE_ERR, host.state(qp.number()));
        }
    }

    @Test
    void shouldWaitForEverWithoutATimeout() {
        try (RawPair pair = new RawPair(QpSetup.usual().timeout(0))) {
            RawRegion region = pair.alice.host.region(pair.alice.pd, 64);
            pair.wire.lose(packet -> true);
            pair.alice.qp.post(Wqe.send().sge(region, 0, 64));
            pair.runUntil(100_000_000_000L);
            assertFalse(pair.alice.sends.hasNext());
            assertEquals(1, pair.wire.all().size());
        }
    }

    @Test
    void shouldSucceedWhenTheReceiveIsPostedLater() {
        try (RawPair pair = new RawPair()) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 64);
            byte[] data = from.pattern(0, 64);
            long start = pair.fabric.now();
            pair.alice.qp.post(Wqe.send().sge(from, 0, 64));
            pair.fabric.progressUntil(start);
            assertEquals(List.of(0x20 | TIMER), pair.wire.naks());
            assertFalse(pair.alice.sends.hasNext());
            pair.bob.qp.receive(to, 0, 64);
            assertTrue(pair.await(pair.alice.sends).isSuccess());
            assertEquals(
                    start + RnrTimer.nanos(TIMER),
                    pair.wire.of(RC_SEND_ONLY).get(1).time());
            assertArrayEquals(data, to.bytes(0, 64));
        }
    }

    /** Soft-RoCE answers each packet that it gets meanwhile: IBA 9.7.5.2.8. */
    @Test
    void shouldWaitForTheTimeOfTheLastNotReadyWhenThereAreSeveral() {
        try (RawPair pair = new RawPair(QpSetup.usual().retries(1, 1))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            long half = pair.fabric.now() + RnrTimer.nanos(TIMER) / 2;
            pair.alice.qp.post(Wqe.send().sge(from, 0, 64));
            pair.settle();
            pair.runUntil(half);
            assertEquals(half, pair.fabric.now());
            assertEquals(List.of(0x20 | TIMER), pair.wire.naks());
            byte[] again = new byte[Aeth.BYTES];
            Aeth.write(again, 0, Aeth.RNR_NAK | TIMER, 0);
            pair.inject(pair.alice, RC_ACKNOWLEDGE.number(), QpSetup.usual().psn(), again, 0, 0);
            pair.settle();
            pair.runUntil(half + 2 * RnrTimer.nanos(TIMER));
            assertEquals(
                    half + RnrTimer.nanos(TIMER),
                    pair.wire.of(RC_SEND_ONLY).get(1).time());
            assertTrue(pair.alice.sends.hasNext(), "the second NAK has cost no retry, the third ends it");
            assertEquals(
                    CqeSyndrome.RNR_RETRY_EXCEEDED,
                    pair.alice.sends.drain().getFirst().syndrome());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 6})
    void shouldGiveUpAReceiverThatIsNeverReady(int rnrRetries) {
        try (RawPair pair = new RawPair(QpSetup.usual().retries(3, rnrRetries))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            long start = pair.fabric.now();
            pair.alice.qp.post(Wqe.send().sge(from, 0, 64));
            Entry failed = pair.await(pair.alice.sends);
            assertEquals(CqeSyndrome.RNR_RETRY_EXCEEDED, failed.syndrome());
            assertEquals(HcaRule.T7.code(), failed.vendor());
            assertEquals(rnrRetries + 1, pair.wire.of(RC_SEND_ONLY).size());
            assertEquals(
                    start + rnrRetries * RnrTimer.nanos(TIMER),
                    pair.wire.of(RC_SEND_ONLY).getLast().time());
            assertEquals(Qpc.STATE_ERR, pair.alice.state());
            assertEquals(Qpc.STATE_RTS, pair.bob.state());
        }
    }

    @Test
    void shouldWaitForAReceiverWithoutEndWhenToldSo() {
        try (RawPair pair = new RawPair(QpSetup.usual().retries(0, 7))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 64);
            pair.alice.qp.post(Wqe.send().sge(from, 0, 64));
            pair.runUntil(100 * RnrTimer.nanos(TIMER));
            assertFalse(pair.alice.sends.hasNext());
            assertTrue(pair.wire.of(RC_SEND_ONLY).size() > 50);
            pair.bob.qp.receive(to, 0, 64);
            assertTrue(pair.await(pair.alice.sends).isSuccess());
        }
    }

    @Test
    void shouldTellNotReadyAlsoWhenMoreSendsFollow() {
        try (RawPair pair = new RawPair(QpSetup.usual().retries(1, 2))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            for (int i = 0; i < 3; i++) {
                pair.alice.qp.write(Wqe.send().sge(from, 0, 64));
            }
            pair.alice.qp.ring();
            pair.runUntil(1_000_000_000L);
            assertEquals(
                    List.of(CqeSyndrome.RNR_RETRY_EXCEEDED, CqeSyndrome.FLUSHED, CqeSyndrome.FLUSHED),
                    syndromes(pair.alice.sends.drain()));
            assertEquals(List.of(0x20 | TIMER, 0x20 | TIMER, 0x20 | TIMER), pair.wire.naks());
        }
    }

    @Test
    void shouldDeliverABurstOnceReceivesArePosted() {
        try (RawPair pair = new RawPair(QpSetup.usual().retries(1, 2))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 64);
            byte[] data = from.pattern(0, 48);
            for (int i = 0; i < 3; i++) {
                pair.alice.qp.write(Wqe.send().sge(from, i * 16, 16));
            }
            pair.alice.qp.ring();
            pair.fabric.progressUntil(pair.fabric.now());
            for (int i = 0; i < 3; i++) {
                pair.bob.qp.receive(to, i * 16, 16);
            }
            pair.runUntil(1_000_000_000L);
            assertEquals(List.of(0, 0, 0), syndromes(pair.alice.sends.drain()));
            assertArrayEquals(data, to.bytes(0, 48));
        }
    }

    @Test
    void shouldTakeProgressAsAReasonToTryAsOftenAgain() {
        try (RawPair pair = new RawPair(QpSetup.usual().retries(1, 0).timeout(4))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 64);
            int[] count = {0};
            pair.wire.lose(packet -> packet.is(RC_RDMA_WRITE_ONLY) && (count[0]++ & 1) == 0);
            for (int i = 0; i < 5; i++) {
                pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, 8));
                assertTrue(pair.await(pair.alice.sends).isSuccess(), "write " + i);
            }
        }
    }

    @Test
    void shouldFlushWhatIsBehindADeadRequestInOrder() {
        try (RawPair pair = new RawPair()) {
            RawRegion region = pair.alice.host.region(pair.alice.pd, 64);
            pair.wire.lose(packet -> true);
            int first = pair.alice.qp.write(Wqe.send().sge(region, 0, 64).unsignaled());
            int second = pair.alice.qp.write(Wqe.send().sge(region, 0, 64).unsignaled());
            int third = pair.alice.qp.write(Wqe.send().sge(region, 0, 64));
            pair.alice.qp.receive(region, 0, 64);
            pair.alice.qp.receive(region, 0, 64);
            pair.alice.qp.ring();
            pair.runUntil(10_000_000_000L);
            List<Entry> all = pair.alice.sends.drain();
            assertEquals(
                    List.of(first, second, third),
                    all.stream().map(Entry::counter).toList());
            assertEquals(List.of(CqeSyndrome.RETRY_EXCEEDED, CqeSyndrome.FLUSHED, CqeSyndrome.FLUSHED), syndromes(all));
            List<Entry> received = pair.alice.receives.drain();
            assertEquals(List.of(CqeSyndrome.FLUSHED, CqeSyndrome.FLUSHED), syndromes(received));
            assertEquals(List.of(0, 1), received.stream().map(Entry::counter).toList());
            assertEquals(HcaRule.Q1.code(), received.getFirst().vendor());
        }
    }

    /**
     * The answer to the first request fails the QP while others are outstanding. They are flushed, so no answer is due
     * any more.
     */
    @Test
    void shouldWaitForNoAnswerOnceTheQueueWasFlushed() {
        try (RawPair pair = new RawPair(QpSetup.usual().timeout(8).retries(7, 7))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            int nobodysKey = from.key() ^ 1;
            for (int i = 0; i < 3; i++) {
                pair.alice.qp.post(Wqe.write(from.address(), nobodysKey).sge(from, 0, 64));
            }
            pair.settle();
            assertEquals(Qpc.STATE_ERR, pair.alice.state());
            assertEquals(3, pair.alice.sends.drain().size());

            pair.runUntil(pair.fabric.now() + 10L * (ACK_UNIT << 8));

            assertEquals(0, pair.alice.host.hca.counters().retransmissions);
        }
    }
}
