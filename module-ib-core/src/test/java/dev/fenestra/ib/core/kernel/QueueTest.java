package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

public class QueueTest {
    private final Bench bench = new Bench();
    private final KernelContext context = bench.context;
    private final int pd = bench.pd();
    private final int cq = bench.cq();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    @Provokes("CQ-1")
    void shouldRefuseCompletionQueuesThatHoldNothingOrTooMuch() {
        assertRefused(QueueRule.CQ_CAPACITY, () -> context.cqs().create(0, Udata.none()));
        assertRefused(QueueRule.CQ_CAPACITY, () -> context.cqs().create(-1, Udata.none()));
        assertRefused(QueueRule.CQ_CAPACITY, () -> context.cqs().create(1001, Udata.none()));
        context.cqs().create(1000, Udata.none());
    }

    @ParameterizedTest
    @EnumSource(names = {"UC", "UD"})
    @Provokes("QP-1")
    void shouldRefuseTransportsThatTheDeviceDoesNotOffer(QpType type) {
        assertRefused(
                QueueRule.QP_TYPE, () -> context.qps().create(pd, type, cq, cq, Bench.CAPACITY, false, Udata.none()));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"XRC_TGT", "RAW_PACKET"})
    void shouldCreateQpsOfEveryTransportThatTheDeviceOffers(QpType type) {
        try (Bench all = new Bench(FakeAttributes.of(MemoryWindows.NONE, -1, Set.of(QpType.values())))) {
            int queue = all.cq();

            QpResponse qp = all.context.qps().create(all.pd(), type, queue, queue, Bench.CAPACITY, false, Udata.none());

            assertEquals(QpState.RESET, all.context.qps().queryState(qp.handle()));
        }
    }

    @Test
    @Provokes("QP-4")
    void shouldRefuseRawPacketsToAProcessWithoutThePrivilegeAndThenAsNotOffered() {
        assertRefused(
                QueueRule.QP_PRIVILEGE,
                () -> context.qps().create(pd, QpType.RAW_PACKET, cq, cq, Bench.CAPACITY, false, Udata.none()));

        bench.process.capNetRaw(true);

        assertRefused(
                QueueRule.QP_TYPE,
                () -> context.qps().create(pd, QpType.RAW_PACKET, cq, cq, Bench.CAPACITY, false, Udata.none()));
    }

    @Test
    @Provokes("QPA-10")
    void shouldRefuseAControlledQKeyToAProcessWithoutThePrivilege() {
        try (Bench all = new Bench(FakeAttributes.of(MemoryWindows.NONE, -1, Set.of(QpType.UD)))) {
            int queue = all.cq();
            int qp = all.context
                    .qps()
                    .create(all.pd(), QpType.UD, queue, queue, Bench.CAPACITY, false, Udata.none())
                    .handle();
            QpAttributes controlled =
                    QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).qkey(0x8000_0000);

            assertRefused(QueueRule.QKEY_PRIVILEGE, () -> all.context.qps().modify(qp, controlled));
            assertEquals(QpState.RESET, all.context.qps().queryState(qp));

            all.process.capNetRaw(true);
            all.context.qps().modify(qp, controlled);
            assertEquals(QpState.INIT, all.context.qps().queryState(qp));
        }
    }

    @ParameterizedTest
    @CsvSource({"129,1,1,1,0", "1,129,1,1,0", "1,1,5,1,0", "1,1,1,5,0", "1,1,1,1,65", "-1,1,1,1,0", "1,1,1,1,-1"})
    @Provokes("QP-2")
    void shouldRefuseQueuesBeyondTheLimits(int send, int recv, int sendSge, int recvSge, int inline) {
        QpCapacity capacity = new QpCapacity(send, recv, sendSge, recvSge, inline);

        assertRefused(
                QueueRule.QP_CAPACITY,
                () -> context.qps().create(pd, QpType.RC, cq, cq, capacity, false, Udata.none()));
    }

    @Test
    void shouldCreateQueuesAtTheLimitsAndAnswerTheirNumber() {
        QpResponse qp =
                context.qps().create(pd, QpType.RC, cq, cq, new QpCapacity(128, 128, 4, 4, 64), true, Udata.none());

        assertEquals(0x11, qp.qpNumber());
        assertEquals(QpState.RESET, context.qps().queryState(qp.handle()));
    }

    @Test
    void shouldAskTheDeviceForTheStateBeforeATransition() {
        int qp = bench.qp(pd, cq, cq);
        context.qps()
                .modify(qp, QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        bench.device.lastQp.state = QpState.ERR;

        assertRefused(
                QueueRule.QP_TRANSITION,
                () -> context.qps()
                        .modify(
                                qp,
                                QpAttributes.to(QpState.INIT)
                                        .pkeyIndex(0)
                                        .port(1)
                                        .access(0)));
        context.qps().modify(qp, QpAttributes.to(QpState.RESET));
        assertEquals(QpState.RESET, context.qps().queryState(qp));
    }

    @Test
    void shouldChangeNothingWhenATransitionIsRefused() {
        int qp = bench.qp(pd, cq, cq);

        assertThrows(VerbsException.class, () -> context.qps().modify(qp, QpAttributes.to(QpState.RTS)));

        assertEquals(QpState.RESET, context.qps().queryState(qp));
        verify(bench.device, never()).modifyQp(any(), any(), any());
    }

    @Test
    void shouldLetTheDeviceRefuseAGidIndexBeforeItModifies() {
        int qp = bench.qp(pd, cq, cq);
        context.qps()
                .modify(qp, QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        QpAttributes toRtr = QpAttributes.to(QpState.RTR)
                .path(Gid.ofIpv4(0x0a000002), 7)
                .pathMtu(Mtu.MTU_1024)
                .destinationQpn(1)
                .rqPsn(0)
                .maxDestRdAtomic(1)
                .minRnrTimer(1);

        VerbsException refused =
                assertThrows(VerbsException.class, () -> context.qps().modify(qp, toRtr));

        assertEquals(Errno.EINVAL, refused.errno());
        verify(bench.device, never()).modifyQp(any(), eq(QpState.INIT), any());
        context.qps().modify(qp, toRtr.path(Gid.ofIpv4(0x0a000002), 0));
    }

    private void modifyToRtr(Gid peer) {
        int qp = bench.qp(pd, cq, cq);
        context.qps()
                .modify(qp, QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        try {
            context.qps()
                    .modify(
                            qp,
                            QpAttributes.to(QpState.RTR)
                                    .path(peer, 0)
                                    .pathMtu(Mtu.MTU_1024)
                                    .destinationQpn(1)
                                    .rqPsn(0)
                                    .maxDestRdAtomic(1)
                                    .minRnrTimer(1));
        } catch (VerbsException refused) {
            assertEquals(QpState.INIT, context.qps().queryState(qp));
            throw refused;
        } finally {
            context.qps().destroy(qp);
        }
    }

    @Test
    @Provokes("PATH-1")
    void shouldRefuseAPeerWhoseAddressNoPortCanHave() {
        for (Gid nobody : new Gid[] {new Gid(0, 0), Gid.ofIpv4(0), Gid.ofIpv4(0xffffffff)}) {
            assertRefused(QueueRule.PATH_ADDRESS, () -> modifyToRtr(nobody));
            assertRefused(
                    QueueRule.PATH_ADDRESS, () -> context.ahs().create(pd, AhAttributes.to(nobody), Udata.none()));
        }
    }

    @Test
    @Provokes("PATH-2")
    void shouldRefuseAPeerOfTheOtherAddressFamily() {
        for (Gid ipv6 : new Gid[] {new Gid(0, 1), new Gid(0xfd09_0000_0000_0000L, 1), new Gid(0xfe80L << 48, 1)}) {
            assertRefused(QueueRule.PATH_FAMILY, () -> modifyToRtr(ipv6));
            assertRefused(QueueRule.PATH_FAMILY, () -> context.ahs().create(pd, AhAttributes.to(ipv6), Udata.none()));
        }
    }

    @Test
    @Provokes("PATH-4")
    void shouldRefuseAPathFromAnEmptyEntryOfTheGidTable() {
        doReturn(Gid.UNSPECIFIED).when(bench.device).gid(3);
        Gid peer = new Gid(0xfe80L << 48, 1);
        assertRefused(
                QueueRule.PATH_EMPTY,
                () -> context.ahs().create(pd, new AhAttributes(peer, 1, 3, 64, 0, 0, 0, 0), Udata.none()));
    }

    @Test
    @Provokes("PATH-3")
    void shouldRefuseAGroupAsThePeerOfAConnection() {
        assertRefused(QueueRule.PATH_UNICAST, () -> modifyToRtr(Gid.ofIpv4(0xe0000001)));
        assertRefused(QueueRule.PATH_UNICAST, () -> modifyToRtr(new Gid(0xff0eL << 48, 1)));
    }
}
