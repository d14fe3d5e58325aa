package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;

/** The address vector of a connected QP, and attributes that its type does not have, on their way to the driver. */
public class QpPathTest {
    private static final Gid PEER = Gid.ofIpv4(0x0a000002);

    private final Bench bench = new Bench(FakeAttributes.twoPorts(FakeAttributes.xrc()));
    private final KernelContext context = bench.context;

    @AfterEach
    void close() {
        bench.close();
    }

    private int inInit(int qp) {
        context.qps()
                .modify(qp, QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        return qp;
    }

    private int connectedLater() {
        int cq = bench.cq();
        return inInit(bench.qp(bench.pd(), cq, cq));
    }

    private int initiator() {
        int cq = bench.cq();
        return inInit(context.qps()
                .create(bench.pd(), QpType.XRC_INI, cq, cq, Bench.CAPACITY, false, Udata.none())
                .handle());
    }

    private static QpAttributes toRtr(AhAttributes path) {
        return QpAttributes.to(QpState.RTR)
                .path(path)
                .pathMtu(Mtu.MTU_1024)
                .destinationQpn(1)
                .rqPsn(0)
                .maxDestRdAtomic(1)
                .minRnrTimer(1);
    }

    private QpAttributes given(QpState from) {
        ArgumentCaptor<QpAttributes> given = ArgumentCaptor.forClass(QpAttributes.class);
        verify(bench.device).modifyQp(any(), eq(from), given.capture());
        return given.getValue();
    }

    @Test
    @Provokes("PATH-8")
    void shouldRefuseAPathByAnotherPortThanThatOfTheQp() {
        int qp = connectedLater();
        assertRefused(
                QueueRule.PATH_PORT,
                () -> context.qps().modify(qp, toRtr(new AhAttributes(PEER, 2, 0, 0, 64, 0, 0, 0))));
        assertRefused(
                QueueRule.AH_PORT, () -> context.qps().modify(qp, toRtr(new AhAttributes(PEER, 0, 0, 0, 64, 0, 0, 0))));
        assertRefused(
                QueueRule.AH_PORT, () -> context.qps().modify(qp, toRtr(new AhAttributes(PEER, 3, 0, 0, 64, 0, 0, 0))));
        verify(bench.device, never()).modifyQp(any(), eq(QpState.INIT), any());
    }

    @Test
    @Provokes("PATH-5")
    void shouldRefuseAPathWithoutARoute() {
        assertUnreachable(Neighbour.NO_ROUTE, QueueRule.PATH_ROUTE);
    }

    @Test
    @Provokes("PATH-6")
    void shouldRefuseAPathToAGidForWhichNobodyAnswers() {
        assertUnreachable(Neighbour.SILENT, QueueRule.PATH_NEIGHBOUR);
    }

    private void assertUnreachable(Neighbour found, QueueRule rule) {
        int qp = connectedLater();
        doReturn(found).when(bench.device).neighbour(anyInt(), any());
        assertRefused(rule, () -> context.qps().modify(qp, toRtr(AhAttributes.to(PEER))));
        verify(bench.device, never()).modifyQp(any(), eq(QpState.INIT), any());
    }

    /** In SQD the new path says which port the QP gets, unless the port is given too. */
    @Test
    void shouldMoveAQpInSqdToThePortOfItsNewPath() {
        int qp = connectedLater();
        context.qps().modify(qp, toRtr(AhAttributes.to(PEER)));
        context.qps()
                .modify(
                        qp,
                        QpAttributes.to(QpState.RTS)
                                .sqPsn(1)
                                .timeout(14)
                                .retryCount(7)
                                .rnrRetry(7)
                                .maxRdAtomic(1));
        context.qps().modify(qp, QpAttributes.to(QpState.SQD));
        AhAttributes second = new AhAttributes(PEER, 2, 0, 0, 64, 0, 0, 0);
        assertRefused(
                QueueRule.PATH_PORT,
                () -> context.qps()
                        .modify(qp, QpAttributes.unchangedState().path(second).port(1)));
        context.qps().modify(qp, QpAttributes.unchangedState().path(second));
        context.qps().modify(qp, QpAttributes.unchangedState().path(second).port(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 23, 99, 255})
    @Provokes("PATH-9")
    void shouldRefuseARateThatIsNone(int rate) {
        int qp = connectedLater();
        assertRefused(
                QueueRule.PATH_RATE,
                () -> context.qps().modify(qp, toRtr(new AhAttributes(PEER, 1, 0, 0, 64, 0, 0, rate))));
        verify(bench.device, never()).modifyQp(any(), eq(QpState.INIT), any());
    }

    @Test
    void shouldGiveTheDeviceThePathWithTheHopLimitOfTheRoute() {
        int qp = connectedLater();
        QpAttributes asked = toRtr(new AhAttributes(PEER, 1, 0, 0x12345, 7, 0xb8, 5, 22));

        context.qps().modify(qp, asked);

        assertEquals(
                new AhAttributes(PEER, 1, 0, 0x12345, 64, 0xb8, 5, 22),
                given(QpState.INIT).path());
        assertEquals(7, asked.path().hopLimit(), "the caller's attributes are its own");
    }

    /** The attributes of a responder mean nothing to an initiator, and those of a requester nothing to a target. */
    @Test
    void shouldIgnoreAttributesThatAnXrcQpDoesNotHave() {
        int qp = initiator();
        context.qps().modify(qp, toRtr(AhAttributes.to(PEER)));
        QpAttributes told = given(QpState.INIT);
        assertFalse(told.has(QpAttribute.MIN_RNR_TIMER) || told.has(QpAttribute.MAX_DEST_RD_ATOMIC));
        assertEquals(0, told.minRnrTimer());
        assertTrue(told.has(QpAttribute.DEST_QPN));
    }

    @Test
    void shouldIgnoreAttributesThatAnXrcTargetDoesNotHave() {
        int domain = context.xrc().open("/run/shared", XrcdFlag.mask(XrcdFlag.O_CREAT));
        int qp = inInit(context.xrc().createTarget(domain, Udata.none()).handle());
        context.qps().modify(qp, toRtr(AhAttributes.to(PEER)));
        context.qps()
                .modify(
                        qp,
                        QpAttributes.to(QpState.RTS)
                                .sqPsn(1)
                                .timeout(14)
                                .retryCount(7)
                                .rnrRetry(7)
                                .maxRdAtomic(1));
        QpAttributes told = given(QpState.RTR);
        assertFalse(told.has(QpAttribute.RETRY_CNT)
                || told.has(QpAttribute.RNR_RETRY)
                || told.has(QpAttribute.MAX_QP_RD_ATOMIC));
        assertEquals(14, told.timeout());
    }
}
