package dev.fenestra.vendor.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.spi.UserPd;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Each rule that the halves of all cards keep is broken once, and the vendor's errno comes back. */
class CardRefusalTest {
    private static final QpCapacity CAPACITY = new QpCapacity(3, 3, 2, 2, 16);

    private final CardHost host = new CardHost();
    private final DriverPd pd = host.device.allocPd(host.context, Udata.none());
    private final Pending<UserCq> preparedCq = host.user.prepareCq(3);
    private final DriverCq cq = host.device.completions().createCq(host.context, 3, preparedCq.udata());
    private final UserCq userCq = preparedCq.complete(0);
    private final Pending<UserQp> preparedQp = host.user.prepareQp(
            new UserQpRequest(QpType.RC, CAPACITY, false, false, userCq, userCq, null, null, UserPd.UNKNOWN));
    private final DriverQp qp = host.device.queues().createQp(pd, request(QpType.RC, null), preparedQp.udata());
    private final UserQp userQp = preparedQp.complete(qp.number());

    private QpRequest request(QpType type, DriverSrq srq) {
        return new QpRequest(type, cq, cq, srq, CAPACITY, false, null);
    }

    private static void refused(CardRule rule, Executable call) {
        assertEquals(rule, assertThrows(VerbsException.class, call).rule().constant());
    }

    private static void refused(CardRule rule, int errno, Rule seen) {
        assertEquals(rule, seen.constant());
        assertEquals(seen.errno().code(), errno);
    }

    private void move(QpState from, QpAttributes to) {
        host.device.queues().modifyQp(qp, from, to);
        userQp.stateChanged(to.state());
    }

    private void connect() {
        move(QpState.RESET, QpAttributes.to(QpState.INIT).access(0).port(1).pkeyIndex(0));
        move(
                QpState.INIT,
                QpAttributes.to(QpState.RTR)
                        .path(Gid.ofIpv4(0x0a000001), 0)
                        .pathMtu(Mtu.MTU_1024)
                        .destinationQpn(qp.number())
                        .rqPsn(0)
                        .maxDestRdAtomic(1)
                        .minRnrTimer(12));
        move(
                QpState.RTR,
                QpAttributes.to(QpState.RTS)
                        .sqPsn(0)
                        .timeout(14)
                        .retryCount(7)
                        .rnrRetry(7)
                        .maxRdAtomic(1));
    }

    @Test
    void shouldRefuseBytesAndSizesThatCannotBe() {
        refused(CardRule.UDATA, () -> host.device.completions().createCq(host.context, 3, Udata.none()));
        refused(CardRule.CQ_SIZE, () -> host.device.completions().createCq(host.context, 0, Udata.ofBytes(0, 16)));
        refused(CardRule.GID, () -> host.device.ports().gid(1 << 20));
        refused(
                CardRule.SERVICE,
                () -> host.device.queues().createQp(pd, request(QpType.RAW_PACKET, null), preparedQp.udata()));
        refused(CardRule.CARD, () -> host.device.queues().modifyQp(qp, QpState.RESET, QpAttributes.to(QpState.RTS)));
        refused(CardRule.POST_STATE, () -> host.device.queues().postSend(qp));
        refused(CardRule.LIMIT, () -> {
            for (int i = 0; i < 1 << 17; i++) {
                host.device.allocPd(host.context, Udata.none());
            }
        });
    }

    @Test
    void shouldRefuseOneMemberMoreThanAGroupCanHave() {
        Gid group = new Gid(0xff0e_0000_0000_0000L, 1);
        refused(CardRule.ENTRY_LIMIT, () -> {
            for (int i = 0; i < 1 << 10; i++) {
                DriverQp member = host.device.queues().createQp(pd, request(QpType.UD, null), Udata.ofBytes(0, 32));
                host.device.datagrams().attachMcast(member, group);
            }
        });
    }

    @Test
    void shouldRefuseToEndWhatIsUsed() {
        PendingSrq prepared = host.user.prepareSrq(new SrqCapacity(3, 1));
        DriverSrq srq =
                host.device.sharedReceives().createSrq(pd, new SrqRequest(prepared.layout(), 0), prepared.udata());
        UserSrq userSrq = prepared.complete(srq.number());
        host.device.queues().createQp(pd, request(QpType.RC, srq), Udata.ofBytes(0, 32));
        refused(CardRule.UNUSED, () -> host.device.sharedReceives().destroySrq(srq));

        for (int i = 0; i < 3; i++) {
            assertEquals(0, userSrq.post(i, 1, 0, 8));
        }
        Udata smaller = userSrq.prepareResize(1).udata();
        refused(
                CardRule.SRQ_ROOM,
                () -> host.device.sharedReceives().modifySrq(srq, SrqAttribute.MAX_WR.bit(), 1, 0, smaller));
    }

    @Test
    void shouldRefuseToEndARegionWithABoundWindow() {
        KernelBuffer ledger = host.kernel().allocate(64);
        LedgerCell cell = new LedgerCell(ledger.segment(), ledger.offset(), ledger.busAddress());
        long address = host.allocate(4096);
        int access = AccessFlag.mask(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
        DriverMr mr = host.device.regions().regMr(pd, host.pin(address, 4096, true), address, access, cell);
        UserMw mw = new UserMw(
                MwType.TYPE_1,
                0,
                host.device.windows().allocMw(pd, MwType.TYPE_1).rkey());
        connect();
        UserMr region = new UserMr(mr.lkey(), mr.rkey(), 0, address, 4096, access);
        SendQueue sends = userQp.sendQueue();
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    0, sends.bindType1(i, SendFlag.SIGNALED, mw, region, address, 64, AccessFlag.REMOTE_READ.bit()));
        }
        host.device.progress();

        refused(CardRule.BOUND, () -> host.device.regions().deregMr(mr));
        refused(CardRule.OPERATION, () -> host.device.regions().checkRereg());
        refused(CardRule.CQ_ROOM, () -> host.device.completions().resizeCq(cq, 1, Udata.ofBytes(0, 16)));
    }

    @Test
    void shouldRefusePostsThatDoNotFit() {
        ReceiveQueue receives = userQp.receiveQueue();
        refused(CardRule.RECEIVE_STATE, receives.post(1, 1, 0, 8), receives.refusedBy());
        connect();
        SgeList pieces = new SgeList();
        for (int i = 0; i < 3; i++) {
            pieces.add(1, 0, 8);
        }
        refused(CardRule.PIECES, receives.post(1, pieces), receives.refusedBy());
        for (int i = 0; i < 3; i++) {
            assertEquals(0, receives.post(i, 1, 0, 8));
        }
        refused(CardRule.RECEIVE_ROOM, receives.post(4, 1, 0, 8), receives.refusedBy());

        SendQueue sends = userQp.sendQueue();
        sends.start();
        sends.request(1, SendFlag.SIGNALED);
        sends.send();
        sends.inline(host.allocate(4096), 4096);
        refused(CardRule.INLINE, sends.complete(), sends.refusedBy());
        sends.start();
        sends.request(1, SendFlag.SIGNALED);
        sends.flush(1, 0, 8, 1, 0);
        refused(CardRule.OPCODE, sends.complete(), sends.refusedBy());
    }
}
