package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doCallRealMethod;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.MwObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

public class LifeCycleTest {
    private final Bench bench = new Bench();
    private final KernelContext context = bench.context;

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    @Provokes("LIFE-1")
    void shouldRefuseToDestroyAPdInUseAndNameItsUsers() {
        int pd = bench.pd();
        int cq = bench.cq();
        int mr = bench.mr(pd);
        int mw = context.mws().allocate(pd, MwType.TYPE_2.code()).handle();
        int qp = bench.qp(pd, cq, cq);

        VerbsException refused =
                assertRefused(KernelRule.HELD, () -> context.pds().deallocate(pd));
        assertEquals("PD 1 is held by MR 3, MW 4, QP 5", refused.values());

        context.qps().destroy(qp);
        context.mws().deallocate(mw);
        assertEquals(
                "PD 1 is held by MR 3",
                assertThrows(VerbsException.class, () -> context.pds().deallocate(pd))
                        .values());
        context.mrs().deregister(mr);
        context.pds().deallocate(pd);
    }

    @Test
    void shouldHoldBothCompletionQueuesOfAQp() {
        int pd = bench.pd();
        int send = bench.cq();
        int recv = bench.cq();
        int qp = bench.qp(pd, send, recv);

        assertRefused(KernelRule.HELD, () -> context.cqs().destroy(send));
        assertRefused(KernelRule.HELD, () -> context.cqs().destroy(recv));
        context.qps().destroy(qp);
        context.cqs().destroy(send);
        context.cqs().destroy(recv);
    }

    @Test
    void shouldHoldACompletionQueueThatAQpUsesTwiceUntilBothUsesAreGone() {
        int pd = bench.pd();
        int cq = bench.cq();
        int qp = bench.qp(pd, cq, cq);

        VerbsException refused =
                assertRefused(KernelRule.HELD, () -> context.cqs().destroy(cq));
        assertEquals("CQ 2 is held by QP 3", refused.values());
        context.qps().destroy(qp);
        context.cqs().destroy(cq);
    }

    @Test
    void shouldNameOnlyTheFirstOfManyUsers() {
        HandleTable handles = new HandleTable(false);
        PdObject pd = new PdObject(new FakeObjects.Pd(), "alice");
        int handle = handles.add(pd);
        for (int i = 0; i < 10; i++) {
            handles.add(new MwObject(pd, new FakeObjects.Mw(i)));
        }

        VerbsException refused =
                assertRefused(KernelRule.HELD, () -> handles.destroy(handle, PdObject.class, unused -> {}));

        assertEquals("PD 1 is held by MW 2, MW 3, MW 4, MW 5, MW 6, MW 7, MW 8, MW 9 and 2 more", refused.values());
    }

    @Test
    void shouldHoldNothingWhenTheDriverRefusesACreation() {
        int pd = bench.pd();
        int cq = bench.cq();
        doThrow(FakeRule.refusal(Errno.ENOMEM)).when(bench.device).createQp(any(), any(), any());

        assertThrows(VerbsException.class, () -> bench.qp(pd, cq, cq));

        context.pds().deallocate(pd);
        context.cqs().destroy(cq);
    }

    @Test
    @Provokes("LIFE-2")
    void shouldRefuseMoreObjectsThanTheDeviceHasRoomFor() {
        int first = bench.pd();
        bench.pd();
        bench.pd();

        VerbsException refused = assertRefused(KernelRule.ROOM, bench::pd);
        assertEquals("PDs alive=3, limit=3", refused.values());
        context.pds().deallocate(first);
        bench.pd();
    }

    @Test
    void shouldRefuseOneObjectMoreThanEachLimit() {
        int pd = bench.pd();
        int cq = bench.cq();
        for (int i = 0; i < 3; i++) {
            bench.mr(pd);
            context.mws().allocate(pd, MwType.TYPE_1.code());
        }
        bench.cq();
        bench.cq();
        bench.qp(pd, cq, cq);
        bench.qp(pd, cq, cq);

        assertRefused(KernelRule.ROOM, () -> bench.mr(pd));
        assertRefused(KernelRule.ROOM, () -> context.mws().allocate(pd, MwType.TYPE_2.code()));
        assertRefused(KernelRule.ROOM, bench::cq);
        VerbsException refused = assertRefused(KernelRule.ROOM, () -> bench.qp(pd, cq, cq));
        assertEquals("QPs alive=2, limit=2", refused.values());
    }

    @Test
    void shouldCountRoomAcrossProcessesAndNotCountRefusedCreations() {
        KernelContext other = bench.open(bench.host.createProcess("other"));
        bench.cq();
        bench.cq();
        doThrow(FakeRule.refusal(Errno.EIO)).when(bench.device).createCq(any(), anyInt(), anyInt(), any());
        for (int i = 0; i < 5; i++) {
            assertThrows(VerbsException.class, bench::cq);
        }
        doCallRealMethod().when(bench.device).createCq(any(), anyInt(), anyInt(), any());
        other.cqs().create(1, Udata.none());

        assertRefused(KernelRule.ROOM, bench::cq);
        other.close();
        bench.cq();
    }

    @Test
    void shouldDestroyWhatIsLeftNewestFirstWhenClosed() {
        int pd = bench.pd();
        int cq = bench.cq();
        bench.mr(pd);
        context.mws().allocate(pd, MwType.TYPE_1.code());
        bench.qp(pd, cq, cq);

        context.close();

        InOrder asked = inOrder(bench.device);
        asked.verify(bench.device).destroyQp(any());
        asked.verify(bench.device).deallocMw(any());
        asked.verify(bench.device).deregMr(any());
        asked.verify(bench.device).destroyCq(any());
        asked.verify(bench.device).deallocPd(any());
        asked.verify(bench.device).closeContext(any());
        asked.verifyNoMoreInteractions();
        assertEquals(0, bench.process.memory().pinnedPages());
        assertEquals(0, bench.host.refusals().total());
    }

    @Test
    void shouldResolveDependenciesInLaterPassesWhenClosed() {
        int pd = bench.pd();
        int mw = context.mws().allocate(pd, MwType.TYPE_2.code()).handle();
        bench.mr(pd, AccessFlag.MW_BIND);
        bench.device.bind(bench.device.lastMr, 0x100 << 8 | 7, 0x11);
        assertEquals(2, mw);

        context.close();

        InOrder asked = inOrder(bench.device);
        asked.verify(bench.device).deallocMw(any());
        asked.verify(bench.device).deregMr(any());
        asked.verify(bench.device).deallocPd(any());
        asked.verify(bench.device).closeContext(any());
        asked.verifyNoMoreInteractions();
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    void shouldSayWhatADriverWouldNotGiveUpWhenClosed() {
        bench.pd();
        doThrow(FakeRule.refusal(Errno.EIO)).when(bench.device).deallocPd(any());

        context.close();

        assertEquals(1, bench.host.refusals().total());
        assertEquals("driver", bench.host.refusals().refusals().getFirst().layer());
        verify(bench.device).closeContext(any());
    }

    @Test
    void shouldCloseDevicesAndFreeMemoryWhenAProcessEnds() {
        bench.mr(bench.pd());
        bench.process.close();
        bench.process.close();

        verify(bench.device).closeContext(any());
        assertEquals(0, bench.process.memory().pinnedPages());
        // The page of ledger cells is the kernel's own.
        assertEquals(1, bench.host.memory().usedFrames());
    }
}
