package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class HandleTest {
    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldCountHandlesFromOneAcrossAllKinds() {
        assertEquals(1, bench.pd());
        assertEquals(2, bench.cq());
        assertEquals(3, bench.mr(1));
    }

    @Test
    void shouldLetAFreedHandleRestBehindSixtyFourOthersAndReuseTheOldestFirst() {
        List<Integer> handles = new ArrayList<>();
        for (int i = 0; i < 67; i++) {
            int pd = bench.pd();
            handles.add(pd);
            bench.context.pds().deallocate(pd);
        }

        assertEquals(65, handles.get(64));
        assertEquals(List.of(1, 2), handles.subList(65, 67));
    }

    @Test
    @Provokes("HND-2")
    void shouldRefuseAnUnknownHandle() {
        int pd = bench.pd();
        bench.context.pds().deallocate(pd);

        assertRefused(KernelRule.HANDLE, () -> bench.context.pds().deallocate(pd));
        assertRefused(KernelRule.HANDLE, () -> bench.context.mrs().deregister(0));
        assertRefused(KernelRule.HANDLE, () -> bench.context.qps().queryState(-1));
    }

    @Test
    void shouldNotSeeObjectsOfAnotherContext() {
        int pd = bench.pd();
        KernelContext other = bench.open(bench.host.createProcess("other"));

        assertRefused(KernelRule.HANDLE, () -> other.pds().deallocate(pd));
    }

    @Test
    @Provokes("HND-3")
    void shouldRefuseAHandleOfAnotherType() {
        int pd = bench.pd();

        assertRefused(KernelRule.HANDLE_TYPE, () -> bench.context.cqs().destroy(pd));
        assertRefused(KernelRule.HANDLE_TYPE, () -> bench.mr(bench.cq()));
        bench.context.pds().deallocate(pd);
    }

    @Test
    @Provokes("HND-4")
    void shouldRefuseToDestroyWhatAnotherCallUsesAndToUseWhatOneDestroys() {
        HandleTable handles = new HandleTable(false);
        int pd = handles.add(new PdObject(new FakeObjects.Pd(), "alice"));

        try (Hold<PdObject> held = handles.share(pd, PdObject.class)) {
            assertRefused(KernelRule.LOCKED, () -> handles.destroy(pd, PdObject.class, unused -> {}));
            assertRefused(KernelRule.LOCKED, () -> handles.exclude(pd, PdObject.class));
            try (Hold<PdObject> another = handles.share(pd, PdObject.class)) {
                assertSame(held.object(), another.object());
            }
        }
        try (Hold<PdObject> alone = handles.exclude(pd, PdObject.class)) {
            assertEquals(pd, alone.object().handle());
            assertRefused(KernelRule.LOCKED, () -> handles.share(pd, PdObject.class));
            assertRefused(KernelRule.LOCKED, () -> handles.exclude(pd, PdObject.class));
        }
        handles.destroy(
                pd,
                PdObject.class,
                object -> assertRefused(KernelRule.LOCKED, () -> handles.share(pd, PdObject.class)));
        assertTrue(handles.newestFirst().isEmpty());
    }

    @Test
    @Provokes("HND-1")
    void shouldRefuseCallsOnAClosedContext() {
        bench.context.close();

        assertRefused(KernelRule.CONTEXT_OPEN, bench::pd);
        assertRefused(KernelRule.CONTEXT_OPEN, bench.context::queryDevice);
        bench.context.close();
        verify(bench.device).closeContext(any());
    }

    @Test
    void shouldGiveTheHandleUpOnlyWhenTheDriverDestroyed() {
        int cq = bench.context.cqs().create(1, Udata.none());
        doThrow(FakeRule.refusal(Errno.EIO)).when(bench.device).destroyCq(any());
        VerbsException refused =
                assertThrows(VerbsException.class, () -> bench.context.cqs().destroy(cq));
        assertEquals(new FakeRule(Errno.EIO), refused.rule());
        doNothing().when(bench.device).destroyCq(any());

        bench.context.cqs().destroy(cq);
    }
}
