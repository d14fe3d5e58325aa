package dev.fenestra.hw.sim.hca.engine;

import static dev.fenestra.hw.sim.hca.engine.LossTest.syndromes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.WirePacket;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The order of requests, and the fate of requests after an error. */
class OrderTest {
    private final Scene scene = new Scene(QpSetup.usual(), QpSetup.usual());
    private final RawQp qp = scene.pair.alice.qp;

    @AfterEach
    void close() {
        scene.close();
    }

    private List<Entry> sent() {
        return scene.pair.alice.sends.drain();
    }

    private int boundWindow() {
        int window = scene.aliceHost().window(scene.pair.alice.pd, 2);
        scene.post(Wqe.bind(window, 0x21, scene.from, scene.from.address(), 64, RawHost.REMOTE_READ));
        scene.pair.settle();
        scene.pair.alice.sent();
        return window & ~0xff | 0x21;
    }

    private List<Integer> requests() {
        return scene.pair.wire.to(1).stream().map(WirePacket::opcode).toList();
    }

    @Test
    void shouldNeverSendWhatIsBehindAFailedBind() {
        qp.write(Wqe.write(scene.to.address(), scene.to.key()).sge(scene.from, 0, 8));
        qp.write(Wqe.bind(scene.from.key(), 1, scene.from, scene.from.address(), 8, 0));
        qp.write(Wqe.send().sge(scene.from, 0, 8));
        qp.ring();
        scene.pair.settle();
        assertEquals(List.of(CqeSyndrome.NONE, CqeSyndrome.MW_BIND, CqeSyndrome.FLUSHED), syndromes(sent()));
        assertEquals(List.of(WireOpcode.RC_RDMA_WRITE_ONLY.number()), requests());
    }

    @Test
    void shouldInvalidateOnlyWhenAllEarlierRequestsAreDone() {
        int key = boundWindow();
        scene.pair.wire.lose(packet -> packet.port() == 0);
        qp.write(Wqe.write(scene.to.address(), scene.to.key()).sge(scene.from, 0, 8));
        qp.write(Wqe.invalidate(key));
        qp.write(Wqe.write(scene.to.address(), scene.to.key()).sge(scene.from, 0, 8));
        qp.ring();
        scene.pair.fabric.progressUntil(scene.pair.fabric.now());
        assertEquals(0, scene.aliceHost().hca.counters().invalidates);
        assertEquals(1, requests().size(), "what is behind waits too");
        scene.pair.wire.lose(packet -> false);
        scene.pair.runUntil(100_000_000L);
        assertEquals(List.of(0, 0, 0), syndromes(sent()));
        assertEquals(1, scene.aliceHost().hca.counters().invalidates);
    }

    @Test
    void shouldHoldAFencedRequestUntilReadsAreAnswered() {
        qp.write(Wqe.read(scene.to.address(), scene.to.key()).sge(scene.from, 0, 64));
        qp.write(Wqe.write(scene.to.address() + 100, scene.to.key())
                .sge(scene.from, 0, 64)
                .fenced());
        qp.ring();
        scene.pair.settle();
        assertEquals(List.of(0, 0), syndromes(sent()));
        List<Integer> order =
                scene.pair.wire.all().stream().map(WirePacket::opcode).toList();
        assertTrue(
                order.indexOf(WireOpcode.RC_RDMA_READ_RESPONSE_ONLY.number())
                        < order.indexOf(WireOpcode.RC_RDMA_WRITE_ONLY.number()),
                order.toString());
        assertArrayEquals(scene.from.bytes(0, 64), scene.to.bytes(100, 64));
    }

    @Test
    void shouldNotHoldAnUnfencedRequest() {
        qp.write(Wqe.read(scene.to.address(), scene.to.key()).sge(scene.from, 0, 64));
        qp.write(Wqe.write(scene.to.address() + 100, scene.to.key()).sge(scene.from, 0, 64));
        qp.ring();
        scene.pair.settle();
        List<Integer> order =
                scene.pair.wire.all().stream().map(WirePacket::opcode).toList();
        assertTrue(order.indexOf(WireOpcode.RC_RDMA_READ_RESPONSE_ONLY.number())
                > order.indexOf(WireOpcode.RC_RDMA_WRITE_ONLY.number()));
    }

    @Test
    void shouldKeepAsManyReadsUnderWayAsItsDepth() {
        for (int i = 0; i < 10; i++) {
            qp.write(Wqe.read(scene.to.address(), scene.to.key()).sge(scene.from, 64 * i, 64));
        }
        qp.ring();
        scene.pair.settle();
        int open = 0;
        int most = 0;
        for (WirePacket packet : scene.pair.wire.all()) {
            open += packet.is(WireOpcode.RC_RDMA_READ_REQUEST) ? 1 : -1;
            most = Math.max(most, open);
        }
        assertEquals(QpSetup.usual().depth(), most);
        assertEquals(10, sent().size());
    }

    @Test
    void shouldFlushReceivesPostedToAQpInError() {
        RawHost.good(scene.aliceHost().commands.execute(CommandOpcode.TO_ERR_QP, qp.number()));
        for (int i = 0; i < 3; i++) {
            int index = qp.receive(scene.from, 0, 64);
            scene.pair.settle();
            Entry flushed = scene.pair.alice.received();
            assertEquals(CqeSyndrome.FLUSHED, flushed.syndrome());
            assertEquals(index, flushed.counter());
            assertEquals(Cqe.RESP_ERR, flushed.opcode());
        }
    }

    @Test
    void shouldStartAnewAfterReset() {
        scene.post(new Wqe(0x7f));
        scene.pair.settle();
        assertEquals(CqeSyndrome.LOCAL_QP_OPERATION, scene.pair.alice.sent().syndrome());
        for (var end : List.of(scene.pair.alice, scene.pair.bob)) {
            RawHost.good(end.host.commands.execute(CommandOpcode.TO_RST_QP, end.qp.number()));
            end.qp.forget();
        }
        RawHost alice = scene.aliceHost();
        RawHost bob = scene.bobHost();
        alice.connect(qp.number(), scene.pair.bob.qp.number(), bob.hca.config(), QpSetup.usual());
        bob.connect(scene.pair.bob.qp.number(), qp.number(), alice.hca.config(), QpSetup.usual());
        scene.write(scene.to.address(), scene.to.key());
        scene.pair.settle();
        assertTrue(scene.pair.alice.sent().isSuccess());
    }

    @Test
    void shouldLoseTheQpsOfACqThatOverran() {
        RawHost host = scene.aliceHost();
        RawCq small = host.cq(2);
        RawQp another = host.qp(scene.pair.alice.pd, small, small);
        host.connect(another.number(), 1, host.hca.config(), QpSetup.usual());
        for (int i = 0; i < 5; i++) {
            another.write(new Wqe(WqeOpcode.NOP));
        }
        another.ring();
        scene.pair.settle();
        assertEquals(Qpc.STATE_ERR, host.state(another.number()));
        assertEquals(4, small.drain().size(), "what was in it stays readable");
        assertFalse(small.hasNext(), "a dead queue takes nothing more");
        assertEquals(Qpc.STATE_RTS, scene.pair.alice.state());
    }

    @Test
    void shouldCompleteUnsignaledRequestsSilently() {
        qp.write(Wqe.write(scene.to.address(), scene.to.key())
                .sge(scene.from, 0, 8)
                .unsignaled());
        int index = qp.write(Wqe.write(scene.to.address(), scene.to.key()).sge(scene.from, 0, 8));
        qp.ring();
        scene.pair.settle();
        assertEquals(index, scene.pair.alice.sent().counter());
    }

    @Test
    void shouldGatherAndScatterAcrossPagesAndElements() {
        int[] lengths = {1, 4095, 33, 700, 4097};
        Wqe wqe = Wqe.send();
        List<Byte> expected = new ArrayList<>();
        int at = 11;
        for (int length : lengths) {
            wqe.sge(scene.from, at, length);
            for (byte b : scene.from.bytes(at, length)) {
                expected.add(b);
            }
            at += length / 2 + 1;
        }
        RawRegion target = scene.bobHost().region(scene.pair.bob.pd, 20_000);
        long address = target.address();
        int key = target.key();
        scene.pair.bob.qp.receive(
                key, address + 3, 5, key, address + 100, 4000, key, address + 9000, 4000, key, address + 15_000, 4000);
        scene.post(wqe);
        scene.pair.settle();
        assertTrue(scene.pair.alice.sent().isSuccess());
        assertEquals(expected.size(), scene.pair.bob.received().byteCount());
        int[][] pieces = {{3, 5}, {100, 4000}, {9000, 4000}, {15_000, expected.size() - 8005}};
        int from = 0;
        for (int[] piece : pieces) {
            byte[] placed = target.bytes(piece[0], piece[1]);
            for (byte b : placed) {
                assertEquals(expected.get(from++), b);
            }
        }
        assertEquals(0, target.bytes(15_000 + pieces[3][1], 1)[0]);
    }

    @Test
    void shouldTellTheReceiverWhichKeyWasInvalidated() {
        int key = scene.boundAtBob(RawHost.REMOTE_WRITE);
        scene.pair.bob.qp.receive(scene.to, 8192, 64);
        scene.post(new Wqe(WqeOpcode.SEND_INVAL).immediate(key).sge(scene.from, 0, 8));
        scene.pair.settle();
        Entry received = scene.pair.bob.received();
        assertEquals(Cqe.RESP_SEND_INV, received.opcode());
        assertEquals(key, received.immediate());
        scene.write(scene.to.address(), key);
        scene.pair.settle();
        assertEquals(List.of(HcaRule.A4), scene.bobHost().rules());
    }

    @Test
    void shouldAnswerNothingWhenASendMayNotInvalidate() {
        scene.pair.bob.qp.receive(scene.to, 0, 64);
        scene.post(new Wqe(WqeOpcode.SEND_INVAL).immediate(scene.to.key()).sge(scene.from, 0, 8));
        Entry failed = scene.pair.await(scene.pair.alice.sends);
        assertEquals(CqeSyndrome.RETRY_EXCEEDED, failed.syndrome());
        assertEquals(List.of(), scene.pair.wire.to(0), "neither ACK nor NAK");
        Entry received = scene.pair.bob.received();
        assertEquals(CqeSyndrome.REMOTE_INVALID_REQUEST, received.syndrome());
        assertEquals(HcaRule.I1.code(), received.vendor());
        assertArrayEquals(scene.from.bytes(0, 8), scene.to.bytes(0, 8), "the payload was placed first");
        assertEquals(Qpc.STATE_ERR, scene.pair.bob.state());
    }

    @Test
    void shouldNotServeAReadThatPretendsToBeARepetition() {
        try (Scene closed = new Scene(QpSetup.usual(), QpSetup.usual().access(QpSetup.WRITE))) {
            closed.write(closed.to.address(), closed.to.key());
            closed.pair.settle();
            closed.pair.wire.clear();
            byte[] reth = new byte[Reth.BYTES];
            Reth.write(reth, 0, closed.to.address(), closed.to.key(), 64);
            int opcode = WireOpcode.RC_RDMA_READ_REQUEST.number();
            closed.pair.inject(closed.pair.bob, opcode, QpSetup.usual().psn(), reth, 0, 0);
            closed.pair.settle();
            assertEquals(
                    List.of(),
                    closed.pair.wire.to(0).stream().filter(p -> p.payload() > 0).toList());
        }
    }

    @Test
    void shouldNotServeARepeatedReadOfOtherMemory() {
        scene.post(Wqe.read(scene.to.address(), scene.to.key()).sge(scene.from, 0, 64));
        scene.pair.settle();
        scene.pair.wire.clear();
        byte[] reth = new byte[Reth.BYTES];
        Reth.write(reth, 0, scene.to.address() + 1000, scene.to.key(), 64);
        int opcode = WireOpcode.RC_RDMA_READ_REQUEST.number();
        scene.pair.inject(scene.pair.bob, opcode, QpSetup.usual().psn(), reth, 0, 0);
        scene.pair.settle();
        assertEquals(List.of(), scene.pair.wire.to(0));
    }

    @Test
    void shouldDropAPacketThatComesFromAnotherPortThanThePeers() {
        scene.pair.bob.qp.receive(scene.to, 0, 64);
        HcaConfig stranger = HcaConfig.ofIpv4(0x0a0000fe);
        int opcode = WireOpcode.RC_SEND_ONLY.number();
        scene.pair.inject(stranger, scene.pair.bob, opcode, QpSetup.usual().psn(), new byte[0], 0, 0);
        scene.pair.settle();
        assertFalse(scene.pair.bob.receives.hasNext());
        assertEquals(1, scene.pair.bob.host.hca.counters().packetsDropped);
        assertEquals(Qpc.STATE_RTS, scene.pair.bob.state());
    }
}
