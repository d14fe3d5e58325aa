package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class XrcTest {
    private static final int CREATE = XrcdFlag.mask(XrcdFlag.O_CREAT);
    private static final int EXCLUSIVE = XrcdFlag.mask(XrcdFlag.O_CREAT, XrcdFlag.O_EXCL);
    private static final String NAME = "/run/shared";

    private final Bench bench = new Bench(FakeAttributes.xrc());
    private final KernelContext context = bench.context;
    private final KernelContext other = bench.open(bench.host.createProcess("other"));

    @AfterEach
    void close() {
        bench.close();
    }

    private int srq(int xrcd) {
        return context.xrc()
                .createSrq(bench.pd(), xrcd, bench.cq(), new SrqCapacity(8, 1), 0, Udata.none())
                .handle();
    }

    @Test
    @Provokes("XRC-1")
    void shouldHaveNoDomainsWhereTheDeviceHasNoXrc() {
        try (Bench without = new Bench()) {
            VerbsException refused =
                    assertRefused(QueueRule.XRCDS, () -> without.context.xrc().open(NAME, CREATE));
            assertEquals(Errno.EOPNOTSUPP, refused.errno());
        }
    }

    @Test
    @Provokes("XRC-2")
    void shouldRefuseFlagsThatItDoesNotKnow() {
        assertRefused(QueueRule.XRCD_FLAGS, () -> context.xrc().open(NAME, 1));
    }

    @Test
    @Provokes("XRC-3")
    void shouldOpenOnlyWhatExistsWithoutCreating() {
        VerbsException refused =
                assertRefused(QueueRule.XRCD_EXISTS, () -> context.xrc().open(NAME, 0));
        assertEquals(Errno.EAGAIN, refused.errno());

        context.xrc().open(NAME, CREATE);
        other.xrc().open(NAME, 0);
        other.xrc().open(NAME, CREATE);
        verify(bench.device).allocXrcd();
    }

    @Test
    @Provokes("XRC-4")
    void shouldRefuseToOpenAnExistingDomainExclusively() {
        context.xrc().open(NAME, EXCLUSIVE);

        assertRefused(QueueRule.XRCD_EXCLUSIVE, () -> other.xrc().open(NAME, EXCLUSIVE));
    }

    @Test
    void shouldGiveEachItsOwnDomainWithoutAName() {
        context.xrc().open(null, CREATE);
        other.xrc().open(null, CREATE);

        verify(bench.device, times(2)).allocXrcd();
    }

    @Test
    void shouldEndTheDomainWithTheLastWhoHasIt() {
        int mine = context.xrc().open(NAME, CREATE);
        int theirs = other.xrc().open(NAME, 0);

        context.xrc().close(mine);
        verify(bench.device, never()).deallocXrcd(any());
        other.xrc().close(theirs);
        verify(bench.device).deallocXrcd(any());
        assertRefused(QueueRule.XRCD_EXISTS, () -> context.xrc().open(NAME, 0));
    }

    @Test
    void shouldKeepTheDomainWhenTheDeviceDoes() {
        int xrcd = context.xrc().open(NAME, CREATE);
        doThrow(FakeRule.refusal(Errno.EBUSY)).when(bench.device).deallocXrcd(any());

        assertThrows(VerbsException.class, () -> context.xrc().close(xrcd));

        doNothing().when(bench.device).deallocXrcd(any());
        context.xrc().close(xrcd);
        verify(bench.device).allocXrcd();
    }

    @Test
    @Provokes("LIFE-1")
    void shouldRefuseToCloseADomainInUseAndNameWhatUsesIt() {
        int xrcd = context.xrc().open(NAME, CREATE);
        int srq = srq(xrcd);
        int target = context.xrc().createTarget(xrcd, Udata.none()).handle();

        VerbsException refused =
                assertRefused(KernelRule.HELD, () -> context.xrc().close(xrcd));
        assertTrue(refused.values().contains("SRQ " + srq), refused.values());
        assertTrue(refused.values().contains("QP " + target), refused.values());

        context.qps().destroy(target);
        context.srqs().destroy(srq);
        context.xrc().close(xrcd);
    }

    @Test
    void shouldHoldTheCqOfAnXrcSrq() {
        int xrcd = context.xrc().open(null, CREATE);
        int cq = bench.cq();
        int pd = bench.pd();
        int srq = context.xrc()
                .createSrq(pd, xrcd, cq, new SrqCapacity(8, 1), 0, Udata.none())
                .handle();

        assertRefused(KernelRule.HELD, () -> context.cqs().destroy(cq));
        assertRefused(KernelRule.HELD, () -> context.pds().deallocate(pd));
        context.srqs().destroy(srq);
        context.cqs().destroy(cq);
    }

    @Test
    void shouldTellWhatAnXrcSrqIsOf() {
        int pd = bench.pd();
        int cq = bench.cq();
        context.xrc().createSrq(pd, context.xrc().open(null, CREATE), cq, new SrqCapacity(8, 1), 0, Udata.none());

        assertEquals(
                Map.of("srqn", "7", "type", "XRC", "pdn", Integer.toString(pd), "cqn", Integer.toString(cq)),
                bench.host.inspect().stream()
                        .filter(one -> one.resource().kind().equals("SRQ"))
                        .findFirst()
                        .orElseThrow()
                        .attributes());
    }

    @Test
    @Provokes("XRC-5")
    void shouldCreateTargetsInADomainOnly() {
        int pd = bench.pd();
        int cq = bench.cq();

        assertRefused(
                QueueRule.QP_DOMAIN,
                () -> context.qps().create(pd, QpType.XRC_TGT, cq, cq, Bench.CAPACITY, false, Udata.none()));
    }

    @Test
    @Provokes("XRC-6")
    void shouldOpenOnlyTargetsOfTheDomain() {
        int xrcd = context.xrc().open(NAME, CREATE);
        int elsewhere = other.xrc().open(null, CREATE);
        QpResponse target = context.xrc().createTarget(xrcd, Udata.none());

        assertRefused(QueueRule.OPEN_QP, () -> context.xrc().openTarget(xrcd, 0x999));
        assertRefused(QueueRule.OPEN_QP, () -> other.xrc().openTarget(elsewhere, target.qpNumber()));
    }

    @Test
    void shouldShareATargetUntilTheLastWhoHasItDestroysIt() {
        int mine = context.xrc().open(NAME, CREATE);
        int theirs = other.xrc().open(NAME, 0);
        QpResponse target = context.xrc().createTarget(mine, Udata.none());
        QpResponse opened = other.xrc().openTarget(theirs, target.qpNumber());
        assertEquals(target.qpNumber(), opened.qpNumber());

        other.qps()
                .modify(
                        opened.handle(),
                        QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        assertEquals(QpState.INIT, context.qps().queryState(target.handle()));
        context.qps().destroy(target.handle());
        verify(bench.device, never()).destroyQp(any());
        assertEquals(QpState.INIT, other.qps().queryState(opened.handle()));

        other.qps().destroy(opened.handle());
        verify(bench.device).destroyQp(any());
        assertRefused(QueueRule.OPEN_QP, () -> other.xrc().openTarget(theirs, target.qpNumber()));
    }

    @Test
    void shouldTellEventsOfATargetToAllWhoHaveIt() {
        int mine = context.xrc().open(NAME, CREATE);
        int theirs = other.xrc().open(NAME, 0);
        QpResponse target = context.xrc().createTarget(mine, Udata.none());
        QpResponse opened = other.xrc().openTarget(theirs, target.qpNumber());

        bench.device.events().raised(AsyncEventType.COMM_EST, bench.device.lastQp, null);
        assertEquals(target.handle(), context.events().readAsync().orElseThrow().handle());
        assertEquals(opened.handle(), other.events().readAsync().orElseThrow().handle());

        context.qps().destroy(target.handle());
        bench.device.events().raised(AsyncEventType.COMM_EST, bench.device.lastQp, null);
        assertFalse(context.events().hasAsync());
        assertTrue(other.events().hasAsync());
    }

    @Test
    void shouldLetGoOfSharedThingsWhenAProcessDies() {
        int mine = context.xrc().open(NAME, CREATE);
        int theirs = other.xrc().open(NAME, 0);
        QpResponse target = context.xrc().createTarget(mine, Udata.none());
        QpResponse opened = other.xrc().openTarget(theirs, target.qpNumber());

        context.close();

        assertEquals(QpState.RESET, other.qps().queryState(opened.handle()));
        other.close();
        verify(bench.device).destroyQp(any());
        verify(bench.device).deallocXrcd(any());
    }
}
