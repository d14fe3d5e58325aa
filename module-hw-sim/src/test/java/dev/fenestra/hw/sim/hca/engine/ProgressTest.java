package dev.fenestra.hw.sim.hca.engine;

import static dev.fenestra.hw.sim.hca.engine.LossTest.syndromes;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_ACKNOWLEDGE;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_ATOMIC_ACKNOWLEDGE;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_FETCH_ADD;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_READ_REQUEST;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_RDMA_READ_RESPONSE_ONLY;
import static dev.fenestra.hw.sim.roce.wire.WireOpcode.RC_SEND_ONLY;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.RnrTimer;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.WirePacket;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as progress of a reliable connection, and from where it goes on when something is missing. */
class ProgressTest {
    private static final int PSN = QpSetup.usual().psn();
    private static final int MTU = 256;
    private static final int PACKETS = 1000;

    /** Loses the first transmission of packets to the responder, by their number in the message. */
    private static void loseOnce(RawPair pair, int... numbers) {
        Set<Integer> left = IntStream.of(numbers).boxed().collect(Collectors.toCollection(HashSet::new));
        pair.wire.lose(packet -> packet.port() == 1 && left.remove(packet.psn() - PSN));
    }

    private static List<Entry> run(RawPair pair) {
        pair.runUntil(10_000_000_000L);
        return pair.alice.sends.drain();
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 150, 500, 999})
    void shouldGetItsRetriesBackInTheMiddleOfAWrite(int second) {
        try (RawPair pair = new RawPair(QpSetup.usual().mtu(1).retries(1, 0))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, PACKETS * MTU);
            RawRegion to = pair.bob.host.region(pair.bob.pd, PACKETS * MTU);
            byte[] data = from.pattern(0, PACKETS * MTU);
            loseOnce(pair, 100, second);
            pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, PACKETS * MTU));

            assertEquals(List.of(0), syndromes(run(pair)));
            assertArrayEquals(data, to.bytes(0, PACKETS * MTU));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGoBackToTheOldestUnacknowledgedPacketWhenTheTimerRunsOut(boolean isSend) {
        try (RawPair pair = new RawPair(QpSetup.usual().mtu(1).retries(1, 0))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, PACKETS * MTU);
            RawRegion to = pair.bob.host.region(pair.bob.pd, PACKETS * MTU);
            byte[] data = from.pattern(0, PACKETS * MTU);
            loseOnce(pair, 996, 997, 998, 999);
            pair.bob.qp.receive(to, 0, PACKETS * MTU);
            Wqe request = isSend ? Wqe.send() : Wqe.write(to.address(), to.key());
            pair.alice.qp.post(request.sge(from, 0, PACKETS * MTU));

            assertEquals(List.of(0), syndromes(run(pair)));
            assertArrayEquals(data, to.bytes(0, PACKETS * MTU));
            int acknowledged = PACKETS / 64 * 64;
            long requests = pair.wire.all().stream()
                    .filter(packet -> !packet.is(RC_ACKNOWLEDGE))
                    .count();
            assertEquals(PACKETS + PACKETS - acknowledged, requests, "an ACK is asked for every 64 packets");
        }
    }

    /** A NAK that was sent before an ACK and comes after it says nothing new. */
    @Test
    void shouldNotGoBackBehindWhatIsAcknowledged() {
        try (RawPair pair = new RawPair(QpSetup.usual().mtu(1).retries(0, 0))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, PACKETS * MTU);
            RawRegion to = pair.bob.host.region(pair.bob.pd, PACKETS * MTU);
            byte[] data = from.pattern(0, PACKETS * MTU);
            boolean[] injected = {false};
            pair.wire.afterEach(() -> {
                WirePacket last = pair.wire.all().getLast();
                if (last.psn() - PSN >= 200 && !injected[0]) {
                    injected[0] = true;
                    pair.inject(pair.alice, RC_ACKNOWLEDGE.number(), PSN + 10, aeth(Aeth.NAK_PSN_SEQUENCE), 0, 0);
                }
            });
            pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, PACKETS * MTU));

            assertEquals(List.of(0), syndromes(run(pair)));
            assertTrue(injected[0]);
            assertArrayEquals(data, to.bytes(0, PACKETS * MTU));
        }
    }

    /** Like a Linux peer: it is not ready for a packet, and answers the next packet with a sequence NAK. */
    @Test
    void shouldNotSpendRetriesOnSequenceNaksWhileTheReceiverIsNotReady() {
        int timer = 14;
        int rounds = 12;
        QpSetup bob = new QpSetup(3, 10, 3, 3, timer, PSN, 4, QpSetup.WRITE, true);
        try (RawPair pair = new RawPair(QpSetup.usual().retries(1, 7), bob)) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 64);
            byte[] data = from.pattern(0, 64);
            pair.alice.qp.write(Wqe.send().sge(from, 0, 64));
            pair.alice.qp.write(Wqe.write(to.address(), to.key()).sge(from, 0, 8));
            pair.alice.qp.ring();
            long start = pair.fabric.now();
            for (int round = 0; round < rounds; round++) {
                pair.settle();
                pair.inject(pair.alice, RC_ACKNOWLEDGE.number(), PSN, aeth(Aeth.NAK_PSN_SEQUENCE), 0, 0);
                pair.settle();
                pair.runUntil(start + (round + 1) * RnrTimer.nanos(timer));
            }
            List<Long> times =
                    pair.wire.of(RC_SEND_ONLY).stream().map(WirePacket::time).toList();
            assertEquals(
                    IntStream.rangeClosed(0, rounds)
                            .mapToObj(round -> start + round * RnrTimer.nanos(timer))
                            .toList(),
                    times,
                    "the NAK does not shorten the timer");
            pair.bob.qp.receive(to, 0, 64);

            assertEquals(List.of(0, 0), syndromes(run(pair)));
            assertArrayEquals(data, to.bytes(0, 64));
        }
    }

    /** Depth 1, so that a late repeat and the next READ meet at the responder. */
    @Test
    void shouldServeANewReadBesideALateRepeatOfTheOneBefore() {
        try (RawPair pair = new RawPair(QpSetup.usual().depth(1))) {
            RawRegion to = pair.bob.host.region(pair.bob.pd, 64);
            byte[] reth = new byte[Reth.BYTES];
            Reth.write(reth, 0, to.address(), to.key(), 8);
            pair.inject(pair.bob, RC_RDMA_READ_REQUEST.number(), PSN, reth, 0, 0);
            pair.settle();
            pair.inject(pair.bob, RC_RDMA_READ_REQUEST.number(), PSN, reth, 0, 0);
            pair.inject(pair.bob, RC_RDMA_READ_REQUEST.number(), PSN + 1, reth, 0, 0);
            pair.settle();

            assertEquals(
                    List.of(PSN, PSN + 1),
                    pair.wire.of(RC_RDMA_READ_RESPONSE_ONLY).stream()
                            .map(WirePacket::psn)
                            .distinct()
                            .toList());
            assertEquals(List.of(), pair.wire.naks());
            assertEquals(Qpc.STATE_RTS, pair.bob.state());
        }
    }

    /** Depth 1, two READs at once: the requester keeps no promise, and hears so (T4). */
    @Test
    void shouldRefuseMoreNewReadsThanItsDepth() {
        try (RawPair pair = new RawPair(QpSetup.usual().depth(1))) {
            RawRegion to = pair.bob.host.region(pair.bob.pd, 64);
            byte[] reth = new byte[Reth.BYTES];
            Reth.write(reth, 0, to.address(), to.key(), 8);
            pair.inject(pair.bob, RC_RDMA_READ_REQUEST.number(), PSN, reth, 0, 0);
            pair.inject(pair.bob, RC_RDMA_READ_REQUEST.number(), PSN, reth, 0, 0);
            pair.inject(pair.bob, RC_RDMA_READ_REQUEST.number(), PSN + 1, reth, 0, 0);
            pair.settle();

            assertEquals(1, pair.wire.of(RC_RDMA_READ_RESPONSE_ONLY).size(), "the repeat replaces its own entry");
            assertEquals(List.of(Aeth.NAK_INVALID_REQUEST), pair.wire.naks());
        }
    }

    /**
     * The answer of an atomic after a lost READ response shows that something is missing, so no timer has to expire.
     */
    @Test
    void shouldAskAtOnceForAReadWhoseAnswerAnAtomicOvertook() {
        try (RawPair pair = new RawPair(QpSetup.usual().timeout(0))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 4096);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 4096);
            long target = to.address() + 7 & -8;
            boolean[] lost = {false};
            pair.wire.lose(packet -> !lost[0] && (lost[0] = packet.is(RC_RDMA_READ_RESPONSE_ONLY)));
            pair.alice.qp.write(Wqe.read(to.address(), to.key()).sge(from, 0, 64));
            pair.alice.qp.write(new Wqe(WqeOpcode.ATOMIC_FA)
                    .remote(target, to.key())
                    .atomic(3, 0)
                    .sge(from, 64, 8));
            pair.alice.qp.ring();
            pair.settle();

            assertEquals(List.of(0, 0), syndromes(pair.alice.sends.drain()));
            assertEquals(2, pair.wire.of(RC_FETCH_ADD).size());
            assertEquals(2, pair.wire.of(RC_ATOMIC_ACKNOWLEDGE).size());
            assertEquals(3, to.bytes((int) (target - to.address()), 1)[0], "executed once");
        }
    }

    private static byte[] aeth(int syndrome) {
        byte[] aeth = new byte[Aeth.BYTES];
        Aeth.write(aeth, 0, syndrome, 0);
        return aeth;
    }
}
