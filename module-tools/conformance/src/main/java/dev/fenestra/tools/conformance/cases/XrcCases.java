package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_INV_REQ_ERR;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.handles.XrcDomain;
import dev.fenestra.uverbs.handles.XrcTarget;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.WorkRequest;
import dev.fenestra.uverbs.request.XrcRequest;
import java.util.List;

/** Requests that name an SRQ of the peer. */
final class XrcCases {
    private static final int BYTES = 64;
    private static final String NAME = "/conformance/xrc";

    private XrcCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                line("XRC-send", "a SEND takes its receive from the SRQ that it names", XrcCases::send),
                line("XRC-write", "WRITE and READ have the keys of the SRQ's PD", XrcCases::writeAndRead),
                line("XRC-pd", "keys of another PD are refused", XrcCases::foreignKey, "R3"),
                line("XRC-number", "the number is that of an XRC SRQ", XrcCases::noSrq, "X1"),
                line("XRC-ordinary", "an ordinary SRQ is no XRC SRQ", XrcCases::ordinary, "X1"),
                line("XRC-domain", "the SRQ is of the target's domain", XrcCases::foreignDomain, "X2"),
                line("XRC-srq-gone", "an SRQ that is gone is refused", XrcCases::gone, "X1"),
                line("XRC-held", "a domain stays while it has SRQs and targets", XrcCases::held, "LIFE-1"),
                line("XRC-missing", "a domain is opened that exists", XrcCases::missing, "XRC-3"),
                line("XRC-exclusive", "O_EXCL opens no domain that exists", XrcCases::exclusive, "XRC-4"),
                line("XRC-open-qp", "only targets of the domain are opened", XrcCases::openTarget, "XRC-6"),
                line("XRC-shared", "a target lives until the last who has it closes it", XrcCases::shared));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.XRC);
    }

    /** An initiator of alice, connected to a target of bob, and an SRQ of the same domain. */
    private static final class Xrc {
        final CaseBench b;
        final XrcDomain domain;
        final SharedReceiveQueue srq;
        final QueuePair initiator;
        final XrcTarget target;

        Xrc(CaseBench b) {
            this.b = b;
            domain = b.bob().context().openXrcDomain();
            srq = srq(domain);
            initiator = b.alice().createQp(b.alice().pd(), QpSpec.xrc(b.alice().cq()));
            target = domain.createTarget();
            target.connect(initiator.endpoint());
            initiator.connect(target.endpoint());
        }

        SharedReceiveQueue srq(XrcDomain of) {
            return b.bob().pd().createXrcSrq(of, b.bob().cq(), SrqSpec.of(8));
        }

        long receive(SharedReceiveQueue from, long offset) {
            long wrId = b.wrId();
            from.post(wrId, b.bob().slice(offset, BYTES));
            return wrId;
        }

        Completion does(int srqn, WorkRequest request) {
            initiator.post(XrcRequest.of(srqn, request));
            return b.alice().await(request.wrId());
        }

        Completion send(int srqn) {
            return does(srqn, Send.of(b.wrId(), b.alice().slice(0, BYTES)));
        }

        void refuses(String rule, int srqn) {
            b.expect().refusedByPeer("send", rule, REM_INV_REQ_ERR, () -> send(srqn));
            b.expect().same("target", QpState.ERR, target.state());
        }
    }

    private static void send(CaseBench b) {
        Xrc xrc = new Xrc(b);
        SharedReceiveQueue other = xrc.srq(xrc.domain);
        long unused = xrc.receive(xrc.srq, 128);
        long receive = xrc.receive(other, 0);
        b.expect().succeeds("send", xrc.send(other.number()));
        Completion done = b.bob().await(receive);
        b.expect().succeeds("receive", done);
        b.expect().same("its QP", xrc.target.number(), done.qpNumber());
        b.expect().landed(0, BYTES);
        b.expect().succeeds("send", xrc.send(xrc.srq.number()));
        b.expect().succeeds("receive", b.bob().await(unused));
    }

    private static void writeAndRead(CaseBench b) {
        Xrc xrc = new Xrc(b);
        MemoryRegion open = b.bob().openRegion();
        int srqn = xrc.srq.number();
        b.expect()
                .succeeds(
                        "read",
                        xrc.does(
                                srqn,
                                RdmaRead.of(
                                        b.wrId(),
                                        open.remote().slice(0, 8),
                                        b.alice().slice(0, 8))));
        b.expect().fetched(8);
        b.expect()
                .succeeds(
                        "write",
                        xrc.does(
                                srqn,
                                RdmaWrite.of(
                                        b.wrId(),
                                        open.remote().slice(0, BYTES),
                                        b.alice().slice(64, BYTES))));
        b.expect().landed(0, BYTES);
    }

    private static void foreignKey(CaseBench b) {
        Xrc xrc = new Xrc(b);
        MemoryRegion foreign =
                b.bob().otherPd().regMr(b.bob().memory(), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        b.expect()
                .refusedByPeer(
                        "write",
                        "R3",
                        () -> xrc.does(
                                xrc.srq.number(),
                                RdmaWrite.of(
                                        b.wrId(),
                                        foreign.remote().slice(0, BYTES),
                                        b.alice().slice(0, BYTES))));
    }

    private static void noSrq(CaseBench b) {
        Xrc xrc = new Xrc(b);
        xrc.refuses("X1", 0xfffff0);
    }

    private static void ordinary(CaseBench b) {
        Xrc xrc = new Xrc(b);
        SharedReceiveQueue ordinary = b.bob().createSrq(8);
        xrc.receive(ordinary, 0);
        xrc.refuses("X1", ordinary.number());
    }

    private static void foreignDomain(CaseBench b) {
        Xrc xrc = new Xrc(b);
        SharedReceiveQueue foreign = xrc.srq(b.bob().context().openXrcDomain());
        xrc.receive(foreign, 0);
        xrc.refuses("X2", foreign.number());
    }

    private static void gone(CaseBench b) {
        Xrc xrc = new Xrc(b);
        xrc.receive(xrc.srq, 0);
        int srqn = xrc.srq.number();
        b.expect().works("destroy_srq", xrc.srq::close);
        xrc.refuses("X1", srqn);
    }

    private static void held(CaseBench b) {
        Xrc xrc = new Xrc(b);
        b.expect().refusedCall("close_xrcd", "LIFE-1", Errno.EBUSY, xrc.domain::close);
        b.expect().works("destroy_qp", xrc.target::close);
        b.expect().refusedCall("close_xrcd", "LIFE-1", Errno.EBUSY, xrc.domain::close);
        b.expect().works("destroy_srq", xrc.srq::close);
        b.expect().works("close_xrcd", xrc.domain::close);
    }

    private static void missing(CaseBench b) {
        b.expect()
                .refusedCall(
                        "open_xrcd",
                        "XRC-3",
                        Errno.EAGAIN,
                        () -> b.bob().context().openXrcDomain(NAME));
    }

    private static void exclusive(CaseBench b) {
        b.bob().context().openXrcDomain(NAME, XrcdFlag.O_CREAT);
        b.expect()
                .refusedCall(
                        "open_xrcd",
                        "XRC-4",
                        Errno.EINVAL,
                        () -> b.bob().context().openXrcDomain(NAME, XrcdFlag.O_CREAT, XrcdFlag.O_EXCL));
    }

    private static void openTarget(CaseBench b) {
        Xrc xrc = new Xrc(b);
        XrcDomain other = b.bob().context().openXrcDomain();
        b.expect().refusedCall("open_qp", "XRC-6", Errno.EINVAL, () -> other.openTarget(xrc.target.number()));
    }

    private static void shared(CaseBench b) {
        Xrc xrc = new Xrc(b);
        XrcTarget opened = xrc.domain.openTarget(xrc.target.number());
        b.expect().works("destroy_qp", xrc.target::close);
        long receive = xrc.receive(xrc.srq, 0);
        b.expect().succeeds("send", xrc.send(xrc.srq.number()));
        b.expect().succeeds("receive", b.bob().await(receive));
        b.expect().same("target", QpState.RTS, opened.state());
    }
}
