package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doCallRealMethod;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.InOrder;

/** Windows of type 2A hold the QP they are bound through. */
public class QpLedgerTest {
    private final Bench bench = new Bench(FakeAttributes.of(MemoryWindows.TYPE_1_AND_2A));
    private final KernelContext context = bench.context;
    private final FakeDevice device = bench.device;
    private final int pd = bench.pd();
    private final int cq = bench.cq();
    private final int mr = bench.mr(pd, AccessFlag.MW_BIND);
    private final FakeObjects.Mr region = device.lastMr;
    private final MwResponse mw = context.mws().allocate(pd, MwType.TYPE_2.code());
    private final int qp = bench.qp(pd, cq, cq);
    private final int qpn = device.lastQp.number();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    @Provokes("LIFE-4")
    void shouldRefuseToDestroyAQpThatAWindowIsBoundThroughWithoutACommandAndNameTheWindow() {
        device.bind(region, mw.rkey() + 2, qpn);

        VerbsException refused =
                assertRefused(KernelRule.QP_UNBOUND, () -> context.qps().destroy(qp));

        assertEquals("QP 5 is held by MW 4 (key 0x000101:02), bound through QP 0x11", refused.values());
        verify(device, never()).destroyQp(any());
        context.mws().deallocate(mw.handle());
        context.qps().destroy(qp);
        context.mrs().deregister(mr);
    }

    @Test
    void shouldRefuseToResetIt() {
        device.bind(region, mw.rkey(), qpn);

        assertRefused(KernelRule.QP_UNBOUND, () -> context.qps().modify(qp, QpAttributes.to(QpState.RESET)));

        verify(device, never()).modifyQp(any(), any(), any());
        context.qps()
                .modify(qp, QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        context.qps().modify(qp, QpAttributes.to(QpState.ERR));
        context.mws().deallocate(mw.handle());
        context.qps().modify(qp, QpAttributes.to(QpState.RESET));
    }

    @Test
    void shouldNameOnlyTheWindowsOfThatQp() {
        int other = bench.qp(pd, cq, cq);
        int otherQpn = device.lastQp.number();
        MwResponse second = context.mws().allocate(pd, MwType.TYPE_2.code());
        MwResponse type1 = context.mws().allocate(pd, MwType.TYPE_1.code());
        device.bind(region, mw.rkey(), otherQpn);
        device.bind(region, second.rkey(), qpn);
        device.bind(region, type1.rkey(), -1);

        VerbsException refused =
                assertRefused(KernelRule.QP_UNBOUND, () -> context.qps().destroy(qp));

        assertEquals("QP 5 is held by MW 7 (key 0x000102:00), bound through QP 0x11", refused.values());
        context.mws().deallocate(mw.handle());
        context.qps().destroy(other);
    }

    @Test
    void shouldCountWindowsThatTheDeviceCannotName() {
        device.bind(region, mw.rkey(), qpn);
        doThrow(FakeRule.refusal(Errno.EOPNOTSUPP)).when(device).queryMw(any());

        VerbsException refused =
                assertRefused(KernelRule.QP_UNBOUND, () -> context.qps().destroy(qp));

        assertEquals("QP 5 is held by 1 bound window(s)", refused.values());
    }

    @Test
    void shouldChangeNothingWhenTheDeviceItselfRefusesWithEbusy() {
        // The bind slips in between the look at the ledger and the command; or the device keeps no ledger at all.
        device.bindSilently(region, mw.rkey(), qpn);
        context.qps()
                .modify(qp, QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));

        assertBusy(assertThrows(VerbsException.class, () -> context.qps().destroy(qp)));
        assertBusy(assertThrows(VerbsException.class, () -> context.qps().modify(qp, QpAttributes.to(QpState.RESET))));

        assertEquals(QpState.INIT, context.qps().queryState(qp));
        assertRefused(KernelRule.HELD, () -> context.cqs().destroy(cq));
        context.mws().deallocate(mw.handle());
        context.qps().destroy(qp);
    }

    @Test
    void shouldLendACellOnlyWhereWindowsCanHoldAQp() {
        assertEquals(0, cell().count());
        for (MemoryWindows windows : List.of(MemoryWindows.NONE, MemoryWindows.TYPE_1_AND_2B)) {
            try (Bench other = new Bench(FakeAttributes.of(windows))) {
                int owner = other.pd();
                int queue = other.cq();
                other.qp(owner, queue, queue);
                assertNull(other.device.lastQp.bound);
            }
        }
    }

    @Test
    void shouldTakeTheCellBackWhenTheQpGoesOrNeverComes() {
        long busAddress = cell().busAddress();
        long frames = bench.host.memory().usedFrames();
        context.qps().destroy(qp);
        doThrow(FakeRule.refusal(Errno.ENOMEM)).when(device).createQp(any(), any(), any());
        for (int i = 0; i < 600; i++) {
            assertThrows(VerbsException.class, () -> bench.qp(pd, cq, cq));
        }
        doCallRealMethod().when(device).createQp(any(), any(), any());

        assertEquals(frames, bench.host.memory().usedFrames());
        bench.qp(pd, cq, cq);
        assertNotEquals(busAddress, cell().busAddress());
    }

    /** With each kind of window bound, and the QP the newest object of all. */
    @ParameterizedTest
    @EnumSource(
            value = MemoryWindows.class,
            names = {"TYPE_1_AND_2A", "TYPE_1_AND_2B"})
    void shouldCloseWindowsBeforeTheQpsAndRegionsTheyHold(MemoryWindows windows) {
        try (Bench own = new Bench(FakeAttributes.of(windows))) {
            int owner = own.pd();
            int queue = own.cq();
            MwResponse type1 = own.context.mws().allocate(owner, MwType.TYPE_1.code());
            MwResponse type2 = own.context.mws().allocate(owner, MwType.TYPE_2.code());
            own.mr(owner, AccessFlag.MW_BIND);
            own.qp(owner, queue, queue);
            own.device.bind(own.device.lastMr, type1.rkey(), -1);
            own.device.bind(own.device.lastMr, type2.rkey(), own.device.lastQp.number());

            own.context.close();

            InOrder regions = inOrder(own.device);
            regions.verify(own.device, times(2)).deallocMw(any());
            regions.verify(own.device).deregMr(any());
            if (windows == MemoryWindows.TYPE_1_AND_2A) {
                InOrder qps = inOrder(own.device);
                qps.verify(own.device, times(2)).deallocMw(any());
                qps.verify(own.device).destroyQp(any());
            }
            verify(own.device).destroyQp(any());
            verify(own.device).destroyCq(any());
            verify(own.device).deallocPd(any());
            verify(own.device).closeContext(any());
            assertEquals(0, own.process.memory().pinnedPages());
            assertEquals(0, own.host.refusals().total());
        }
    }

    private LedgerCell cell() {
        return Objects.requireNonNull(device.lastQp.bound);
    }

    private static void assertBusy(VerbsException refused) {
        assertEquals(Errno.EBUSY, refused.errno());
        assertEquals(new FakeRule(Errno.EBUSY), refused.rule());
    }
}
