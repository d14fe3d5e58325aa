package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.LocalInvalidate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObjectLifeTest {
    private final Bench bench = new Bench();
    private final Context context = bench.context;
    private final FakeProvider provider = bench.provider;

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldOpenBothHalvesAndDiscardTheUserHalfWhenTheKernelRefuses() {
        assertEquals(List.of("prepare context", "openContext", "complete context 0"), provider.asked);
        provider.asked.clear();
        provider.refused = "openContext";

        assertThrows(VerbsException.class, () -> Context.open(bench.process, "fake_0"));

        assertEquals(List.of("prepare context", "openContext", "discard context"), provider.asked);
    }

    @Test
    void shouldDestroyTheKernelHalfBeforeTheUserHalf() {
        ProtectionDomain pd = context.allocPd();
        QueuePair qp = bench.qp(pd);
        provider.asked.clear();

        qp.close();

        assertEquals(List.of("destroyQp", "user QP destroyed"), provider.asked);
    }

    @Test
    void shouldDiscardTheUserHalfOfAQueueThatTheKernelRefuses() {
        provider.asked.clear();
        assertThrows(VerbsException.class, () -> context.createCq(0));
        assertThrows(VerbsException.class, () -> context.createCq(FakeProvider.MAX_CQE + 1));

        assertEquals(
                List.of("prepare CQ of 1", "discard CQ of 1", "prepare CQ of 1000", "discard CQ of 1000"),
                provider.asked);
    }

    @Test
    void shouldLetTheKernelJudgeACapacityThatTheProviderIsNotAskedToLayOut() {
        ProtectionDomain pd = context.allocPd();
        CompletionQueue cq = context.createCq(8);

        VerbsException refused = assertThrows(
                VerbsException.class, () -> pd.createQp(QpSpec.rc(cq, cq).maxSend(1 << 30)));

        assertEquals(QueueRule.QP_CAPACITY, refused.rule());
        assertEquals(128, provider.lastQp.capacity().maxSendWr());
        assertEquals("discard QP", provider.asked.getLast());
    }

    @Test
    void shouldCloseTwiceWithoutHarm() {
        ProtectionDomain pd = context.allocPd();
        MemoryRegion mr = pd.regMr(context.allocate(8), AccessFlag.LOCAL_WRITE);
        mr.close();
        mr.close();

        assertFalse(mr.isOpen());
        assertEquals(1, provider.asked.stream().filter("deregMr"::equals).count());
        pd.close();
        context.close();
        context.close();
        assertEquals("user context closed", provider.asked.getLast());
    }

    @Test
    void shouldKeepARegionUsableWhoseDeregistrationIsRefused() {
        ProtectionDomain pd = context.allocPd();
        MemoryRegion mr = pd.regMr(context.allocate(8), AccessFlag.MW_BIND);
        provider.refused = "deregMr";
        assertEquals(Errno.EBUSY, assertThrows(VerbsException.class, mr::close).errno());

        assertTrue(mr.isOpen());
        assertEquals(List.of(pd, mr), context.openObjects());
        provider.refused = "none";
        mr.close();
        assertEquals(List.of(pd), context.openObjects());
    }

    @Test
    void shouldNameHoldersWhenAParentIsClosed() {
        ProtectionDomain pd = context.allocPd();
        MemoryWindow mw = pd.allocMw(MwType.TYPE_2);

        VerbsException refused = assertThrows(VerbsException.class, pd::close);

        assertEquals("PD 1 is held by MW 2", refused.values());
        assertEquals("MW 2", mw.name());
        mw.close();
        pd.close();
    }

    @Test
    void shouldRefuseToCloseAContextWithOpenObjectsAndNameThem() {
        context.allocPd();
        context.createCq(1);

        IllegalStateException refused = assertThrows(IllegalStateException.class, context::close);

        assertEquals("still open: [PD 1, CQ 2]", refused.getMessage());
        assertEquals(1, context.createCq(1).capacity());
    }

    @Test
    void shouldRefuseToUseClosedObjects() {
        ProtectionDomain pd = context.allocPd();
        CompletionQueue cq = context.createCq(8);
        QueuePair qp = pd.createQp(QpSpec.rc(cq, cq));
        Memory memory = context.allocate(8);
        qp.close();
        cq.close();
        pd.close();

        assertThrows(IllegalStateException.class, () -> qp.builder().start());
        assertThrows(IllegalStateException.class, qp::state);
        assertThrows(IllegalStateException.class, () -> qp.postRecv(1, 0, 0, 0));
        assertThrows(IllegalStateException.class, () -> qp.post(LocalInvalidate.of(1, 2)));
        assertThrows(IllegalStateException.class, () -> cq.poll(new Completions(1)));
        assertThrows(IllegalStateException.class, () -> pd.regMr(memory));
        assertThrows(IllegalStateException.class, () -> pd.createQp(QpSpec.rc(cq, cq)));
        context.close();
        assertThrows(IllegalStateException.class, context::allocPd);
        assertThrows(IllegalStateException.class, () -> context.allocate(1));
    }

    @Test
    void shouldConnectThroughInitAndRtrToRts() {
        QueuePair qp = bench.qp(context.allocPd());
        qp.connect(qp.endpoint());

        assertEquals(QpState.RTS, qp.state());
        assertTrue(provider.asked.containsAll(List.of("user QP INIT", "user QP RTR", "user QP RTS")));
        qp.reset();
        assertEquals(QpState.RESET, qp.state());
        assertEquals("user QP RESET", provider.asked.getLast());
    }

    @Test
    void shouldConnectAnUnreliableQpWithoutRetriesAndAtomics() {
        CompletionQueue cq = context.createCq(8);
        QueuePair qp = context.allocPd().createQp(QpSpec.uc(cq, cq));

        qp.connect(qp.endpoint());

        assertEquals(QpType.UC, qp.type());
        assertEquals(QpState.RTS, qp.state());
        int toRtr = QpAttribute.STATE.bit()
                | QpAttribute.AV.bit()
                | QpAttribute.PATH_MTU.bit()
                | QpAttribute.DEST_QPN.bit()
                | QpAttribute.RQ_PSN.bit();
        assertEquals(toRtr, provider.masks.get(1));
        assertEquals(QpAttribute.STATE.bit() | QpAttribute.SQ_PSN.bit(), provider.masks.get(2));
        assertThrows(IllegalStateException.class, () -> qp.bringUp(7));
    }

    @Test
    void shouldBringADatagramQpUpWithItsQkey() {
        CompletionQueue cq = context.createCq(8);
        QueuePair qp = context.allocPd().createQp(QpSpec.ud(cq, cq));

        qp.bringUp(0x11111111);

        assertEquals(QpType.UD, qp.type());
        assertEquals(QpState.RTS, qp.state());
        assertTrue(QpAttribute.QKEY.in(provider.masks.getFirst()));
        assertThrows(IllegalStateException.class, () -> qp.connect(qp.endpoint()));
    }

    @Test
    void shouldNotTellTheUserHalfOfARefusedStateChange() {
        QueuePair qp = bench.qp(context.allocPd());
        provider.refused = "modifyQp";
        provider.asked.clear();

        assertThrows(VerbsException.class, () -> qp.connect(qp.endpoint(ConnectOptions.DEFAULT.withPsn(7))));

        assertEquals(List.of("modifyQp"), provider.asked);
        assertEquals(7, qp.endpoint(ConnectOptions.DEFAULT.withPsn(7)).psn());
        assertEquals(0x11, qp.endpoint().qpNumber());
    }

    @Test
    void shouldRegisterUnderTheAddressThatWasAskedFor() {
        ProtectionDomain pd = context.allocPd();
        Memory memory = context.allocate(8192);

        assertEquals(memory.address() + 4096, pd.regMr(memory, 4096, 100).address());
        assertEquals(0, pd.regMr(memory, AccessFlag.ZERO_BASED).address());
        MemoryRegion moved = pd.regMrIova(memory, 4096, 100, 0x7000);
        assertEquals(0x7000, moved.address());
        assertEquals("regMr iova=0x7000", provider.asked.getLast());
        assertEquals(new MemorySlice(moved, 0x7010, 8), moved.slice(0x10, 8));
        assertEquals(memory.address() + 4096 + 0x10, moved.slice(0x10, 8).virtualAddress());
        assertThrows(IndexOutOfBoundsException.class, () -> moved.slice(99, 2));
    }

    @Test
    @Provokes("CTX-1")
    void shouldRefuseObjectsOfAnotherContext() {
        Context other = Context.open(bench.process, "fake_0");
        ProtectionDomain pd = context.allocPd();
        CompletionQueue foreign = other.createCq(1);
        provider.asked.clear();

        VerbsException refused = assertThrows(VerbsException.class, () -> pd.createQp(QpSpec.rc(foreign, foreign)));

        assertEquals(Errno.ENOENT, refused.errno());
        assertEquals(VerbsRule.ONE_CONTEXT, refused.rule());
        assertEquals(List.of(), provider.asked);
    }
}
