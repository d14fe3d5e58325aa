package dev.fenestra.tools.cards;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import dev.fenestra.uverbs.request.WorkRequest;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Java programs on the card of each vendor, through the user half that all cards share. */
@ParameterizedClass
@ValueSource(strings = {"rxe", "mlx4", "hns", "irdma"})
class CardVerbsTest {
    private static final int PAGE = 4096;

    @AutoClose
    private final TestBench bench;

    private final Side alice;
    private final Side bob;

    private final boolean isRxe;
    private final boolean isHns;

    CardVerbsTest(String provider) {
        isRxe = provider.equals("rxe");
        isHns = provider.equals("hns");
        bench = TestBench.builder().provider(provider).build();
        alice = new Side(bench.host("alice").open());
        bob = new Side(bench.host("bob").open());
    }

    /** One end: 4 pages of memory, registered with all rights. */
    private static final class Side {
        private final Context context;
        private final ProtectionDomain pd;
        private final CompletionQueue cq;
        private final Memory memory;
        private final MemoryRegion region;

        Side(Context context) {
            this.context = context;
            pd = context.allocPd();
            cq = context.createCq(64);
            memory = context.allocate(4 * PAGE);
            byte[] pattern = new byte[4 * PAGE];
            for (int i = 0; i < pattern.length; i++) {
                pattern[i] = (byte) (i * 7 + context.hashCode());
            }
            memory.put(0, pattern);
            region = pd.regMr(
                    memory,
                    AccessFlag.LOCAL_WRITE,
                    AccessFlag.REMOTE_WRITE,
                    AccessFlag.REMOTE_READ,
                    AccessFlag.REMOTE_ATOMIC,
                    AccessFlag.MW_BIND);
        }

        Completion await(long wrId) {
            return cq.await(wrId, Patience.LIMIT);
        }
    }

    private QueuePair[] pair(QpType type) {
        QueuePair one = alice.pd.createQp(spec(type, alice.cq));
        QueuePair other = bob.pd.createQp(spec(type, bob.cq));
        bench.connectPair(one, other);
        return new QueuePair[] {one, other};
    }

    private static QpSpec spec(QpType type, CompletionQueue cq) {
        return (type == QpType.UC ? QpSpec.uc(cq, cq) : QpSpec.rc(cq, cq))
                .maxSge(4)
                .maxInline(64);
    }

    private Completion perform(QueuePair qp, Side side, WorkRequest request, long wrId) {
        qp.post(request);
        return side.await(wrId);
    }

    @Test
    void shouldSendInPiecesAndInline() {
        QueuePair[] qps = pair(QpType.RC);
        qps[1].postRecv(1, bob.region.slice(0, 100), bob.region.slice(PAGE - 10, 20));

        perform(qps[0], alice, Send.of(2, alice.region.slice(5, 50), alice.region.slice(2 * PAGE - 30, 60)), 2)
                .orThrow();

        Completion.Done received = bob.await(1).orThrow();
        assertEquals(110, received.byteLength());
        assertArrayEquals(alice.memory.get(5, 50), bob.memory.get(0, 50));
        assertArrayEquals(alice.memory.get(2 * PAGE - 30, 50), bob.memory.get(50, 50));
        assertArrayEquals(alice.memory.get(2 * PAGE + 20, 10), bob.memory.get(PAGE - 10, 10));
        qps[1].postRecv(3, bob.region.slice(0, 100));
        perform(qps[0], alice, Send.of(4, alice.region.slice(77, 33)).inlined(), 4)
                .orThrow();
        assertEquals(33, bob.await(3).orThrow().byteLength());
        assertArrayEquals(alice.memory.get(77, 33), bob.memory.get(0, 33));
    }

    @Test
    void shouldReadAndWrite() {
        QueuePair qp = pair(QpType.RC)[0];
        byte[] bobs = bob.memory.get(100, 9000);
        perform(qp, alice, RdmaRead.of(1, bob.region.remote().slice(100, 9000), alice.region.slice(0, 9000)), 1)
                .orThrow();
        assertArrayEquals(bobs, alice.memory.get(0, 9000));

        perform(qp, alice, RdmaWrite.of(2, bob.region.remote().slice(1, 5000), alice.region.slice(4000, 5000)), 2)
                .orThrow();
        assertArrayEquals(alice.memory.get(4000, 5000), bob.memory.get(1, 5000));
    }

    @Test
    void shouldCount() {
        assumeTrue(alice.context.deviceAttributes().atomicCap() != AtomicCapability.NONE, "the card has no atomics");
        QueuePair qp = pair(QpType.RC)[0];
        RemoteBuffer all = bob.region.remote().slice(0, 4 * PAGE);
        bob.memory.put(0, new byte[] {5, 0, 0, 0, 0, 0, 0, 0});
        Completion.Done added = perform(
                        qp, alice, AtomicFetchAndAdd.of(3, all.slice(0, 8), 37, alice.region.slice(8, 8)), 3)
                .orThrow();
        assertEquals(WcOpcode.FETCH_ADD, added.opcode());
        assertEquals(42, bob.memory.get(0, 1)[0]);
        assertEquals(5, alice.memory.get(8, 1)[0]);
        perform(qp, alice, AtomicCompareAndSwap.of(4, all.slice(0, 8), 42, 7, alice.region.slice(16, 8)), 4)
                .orThrow();
        assertEquals(7, bob.memory.get(0, 1)[0]);
    }

    @Test
    void shouldBindAWindowOfTypeOneAndRefuseOneByteOutside() {
        QueuePair[] qps = pair(QpType.RC);
        MemoryWindow window = bob.pd.allocMw(MwType.TYPE_1);
        int before = window.rkey();
        qps[1].bindMw(1, window, bob.region.slice(PAGE - 8, 16), AccessFlag.REMOTE_WRITE);
        assertEquals(WcOpcode.BIND_MW, bob.await(1).orThrow().opcode());
        assertEquals(MemoryKey.next(before), window.rkey());
        RemoteBuffer inside = window.remote(bob.region.address() + PAGE - 8, 16);

        perform(qps[0], alice, RdmaWrite.of(2, inside, alice.region.slice(0, 16)), 2)
                .orThrow();
        assertArrayEquals(alice.memory.get(0, 16), bob.memory.get(PAGE - 8, 16));
        byte[] untouched = bob.memory.get(0, 4 * PAGE);

        Completion refused = perform(qps[0], alice, RdmaWrite.of(3, inside, alice.region.slice(0, 17)), 3);

        assertEquals(WcStatus.REM_ACCESS_ERR, refused.status());
        assertArrayEquals(untouched, bob.memory.get(0, 4 * PAGE));
        assertTrue(bench.host("bob").refusals().stream()
                .anyMatch(line -> line.toString().contains("A7")));
    }

    @Test
    void shouldBindAWindowOfTypeTwoAndInvalidateItFromBothSides() {
        assumeTrue(
                alice.context.deviceAttributes().memoryWindows() != MemoryWindows.TYPE_1,
                "the card has no windows of type 2");
        QueuePair[] qps = pair(QpType.RC);
        MemoryWindow window = bob.pd.allocMw(MwType.TYPE_2);
        int key = MemoryKey.next(window.rkey());
        qps[1].post(BindMw.of(1, window, key, bob.region.slice(64, 64), AccessFlag.REMOTE_READ));
        bob.await(1).orThrow();
        RemoteBuffer inside = new RemoteBuffer(bob.region.address() + 64, 64, key);
        perform(qps[0], alice, RdmaRead.of(2, inside, alice.region.slice(0, 64)), 2)
                .orThrow();

        qps[1].post(LocalInvalidate.of(3, key));
        assertEquals(WcOpcode.LOCAL_INV, bob.await(3).orThrow().opcode());
        int other = MemoryKey.next(key);
        qps[1].post(BindMw.of(4, window, other, bob.region.slice(0, 32), AccessFlag.REMOTE_READ));
        bob.await(4).orThrow();
        qps[1].postRecv(5, bob.region.slice(PAGE, 64));
        perform(qps[0], alice, SendWithInvalidate.of(6, other, alice.region.slice(0, 8)), 6)
                .orThrow();
        Completion.Done received = bob.await(5).orThrow();
        assertEquals(other, received.invalidatedKey().orElseThrow());

        qps[1].post(LocalInvalidate.of(7, MemoryKey.next(other)));
        WcStatus refused = isRxe ? WcStatus.LOC_QP_OP_ERR : WcStatus.MW_BIND_ERR;
        assertEquals(refused, bob.await(7).status());
    }

    @Test
    void shouldDeliverDatagrams() {
        assumeTrue(alice.context.deviceAttributes().transports().contains(QpType.UD), "the card has no datagrams");
        QueuePair one = alice.pd.createQp(QpSpec.ud(alice.cq, alice.cq));
        QueuePair other = bob.pd.createQp(QpSpec.ud(bob.cq, bob.cq));
        one.bringUp(0x11111111);
        other.bringUp(0x11111111);
        other.postRecv(1, bob.region.slice(0, 300));
        var path = alice.pd.createAh(bob.context.gid(0));

        perform(one, alice, Datagram.of(2, path, other.number(), 0x11111111, alice.region.slice(9, 200)), 2)
                .orThrow();

        Completion.Done received = bob.await(1).orThrow();
        assertEquals(240, received.byteLength());
        assertArrayEquals(alice.memory.get(9, 200), bob.memory.get(40, 200));
    }

    @Test
    void shouldWriteWithImmediateData() {
        boolean hasUc = alice.context.deviceAttributes().transports().contains(QpType.UC);
        QueuePair[] qps = pair(hasUc ? QpType.UC : QpType.RC);
        qps[1].postRecv(3, bob.region.slice(0, 8));
        RemoteBuffer target = bob.region.remote().slice(PAGE, 64);
        perform(qps[0], alice, RdmaWriteWithImmediate.of(4, target, 0x01020304, alice.region.slice(0, 64)), 4)
                .orThrow();
        Completion.Done immediate = bob.await(3).orThrow();
        assertEquals(WcOpcode.RECV_RDMA_WITH_IMM, immediate.opcode());
        assertEquals(0x01020304, immediate.immediate().orElseThrow());
    }

    @Test
    void shouldTakeReceivesFromASharedQueueOfChangingSize() {
        assumeSrqs();
        SharedReceiveQueue srq = bob.pd.createSrq(SrqSpec.of(4));
        QueuePair one = alice.pd.createQp(QpSpec.rc(alice.cq, alice.cq));
        QueuePair other = bob.pd.createQp(QpSpec.rc(bob.cq, bob.cq).srq(srq));
        bench.connectPair(one, other);
        for (int i = 0; i < 4; i++) {
            assertEquals(0, srq.post(10 + i, bob.region.lkey(), bob.region.address() + i * 16, 16));
        }
        if (isRxe) {
            srq.resize(16);
        } else {
            assertThrows(VerbsException.class, () -> srq.resize(16));
        }
        for (int i = 0; i < 4; i++) {
            perform(one, alice, Send.of(1 + i, alice.region.slice(i * 16, 16)), 1 + i)
                    .orThrow();
            assertEquals(10 + i, bob.cq.await(Patience.LIMIT).orThrow().wrId());
        }
        assertArrayEquals(alice.memory.get(0, 64), bob.memory.get(0, 64));
    }

    @Test
    void shouldUseTheSlotsOfASharedQueueInAnyOrder() {
        assumeSrqs();
        SharedReceiveQueue srq = bob.pd.createSrq(SrqSpec.of(4));
        QueuePair[] one = shared(srq);
        QueuePair[] other = shared(srq);
        for (int round = 0; round < 100; round++) {
            assertEquals(0, srq.post(2 * round, bob.region.lkey(), bob.region.address(), 64));
            assertEquals(0, srq.post(2 * round + 1, bob.region.lkey(), bob.region.address() + 64, 64));
            // The first message waits for its second packet while the other one passes.
            other[0].post(Send.of(1, alice.region.slice(round, 64)));
            perform(one[0], alice, Send.of(2, alice.region.slice(round, 8)), 2).orThrow();
            assertTrue(bob.cq.await(Patience.LIMIT).orThrow().wrId() / 2 == round);
            assertTrue(bob.cq.await(Patience.LIMIT).orThrow().wrId() / 2 == round);
            alice.await(1).orThrow();
        }
        one[1].close();
        other[1].close();
        srq.close();
    }

    private void assumeSrqs() {
        assumeTrue(alice.context.deviceAttributes().srqs().maxSrq() > 0, "the card has no SRQs");
    }

    private QueuePair[] shared(SharedReceiveQueue srq) {
        QueuePair one = alice.pd.createQp(QpSpec.rc(alice.cq, alice.cq));
        QueuePair other = bob.pd.createQp(QpSpec.rc(bob.cq, bob.cq).srq(srq));
        bench.connectPair(one, other);
        return new QueuePair[] {one, other};
    }

    @Test
    void shouldKeepWhatWasNotPolledWhenACqBecomesLargerOrSmaller() {
        if (isHns) {
            assertThrows(VerbsException.class, () -> alice.cq.resize(200));
            return;
        }
        QueuePair[] qps = pair(QpType.RC);
        RemoteBuffer target = bob.region.remote().slice(0, 64);
        int wrId = 0;
        for (int size : new int[] {20, 200, 9, 700, 30}) {
            for (int i = 0; i < 5; i++) {
                qps[0].post(RdmaWrite.of(++wrId, target, alice.region.slice(0, 64)));
            }
            bench.run(Duration.ofMillis(1));
            alice.cq.resize(size);
            for (int i = 4; i >= 0; i--) {
                assertEquals(wrId - i, alice.cq.await(Patience.LIMIT).orThrow().wrId());
            }
            perform(qps[0], alice, RdmaWrite.of(++wrId, target, alice.region.slice(0, 64)), wrId)
                    .orThrow();
        }
        for (int i = 0; i < 5; i++) {
            qps[0].post(RdmaWrite.of(i, target, alice.region.slice(0, 64)));
        }
        bench.run(Duration.ofMillis(1));
        assertThrows(VerbsException.class, () -> alice.cq.resize(2));
    }

    @Test
    void shouldMakeAsManyAddressHandlesAsTheCardAnnouncesAndRefuseOneMore() {
        int most = alice.context.deviceAttributes().maxAh();
        Gid destination = bob.context.gid(0);
        for (int i = 0; i < most; i++) {
            alice.pd.createAh(destination);
        }
        assertThrows(VerbsException.class, () -> alice.pd.createAh(destination));
    }

    @Test
    void shouldReuseItsQueuesManyTimesWithFewCompletions() {
        QueuePair[] qps = pair(QpType.RC);
        QueuePair qp = qps[0];
        RemoteBuffer target = bob.region.remote().slice(0, 64);
        for (int round = 0; round < 200; round++) {
            for (int i = 0; i < 7; i++) {
                qp.post(RdmaWrite.of(i, target, alice.region.slice(0, 64)).unsignaled());
            }
            perform(qp, alice, RdmaWrite.of(100 + round, target, alice.region.slice(0, 64)), 100 + round)
                    .orThrow();
        }
        bench.reconnectPair(qps[0], qps[1]);
        perform(qp, alice, RdmaWrite.of(1, target, alice.region.slice(0, 64)), 1)
                .orThrow();
        qp.post(RdmaWrite.of(2, new RemoteBuffer(0, 8, 1), alice.region.slice(0, 8)));
        qp.post(RdmaWrite.of(3, target, alice.region.slice(0, 8)));
        assertEquals(WcStatus.REM_ACCESS_ERR, alice.await(2).status());
        assertEquals(WcStatus.WR_FLUSH_ERR, alice.await(3).status());
    }
}
