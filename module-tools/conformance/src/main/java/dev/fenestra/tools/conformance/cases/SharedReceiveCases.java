package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_LEN_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_INV_REQ_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.REM_OP_ERR;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SrqLimits;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.util.List;
import java.util.Optional;

/** Several QPs take their receives from one SRQ. */
final class SharedReceiveCases {
    private static final int ROOM = 8;

    private SharedReceiveCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                line("SRQ-first", "the QP that needs a receive takes the oldest", SharedReceiveCases::first),
                line("SRQ-lkey", "a bad L_Key fails the QP that took the receive, not the SRQ", b -> badKey(b), "L2"),
                line("SRQ-pd", "keys of receives belong to the PD of the SRQ", SharedReceiveCases::ofPd, "L4"),
                line("SRQ-short", "a receive that is too short fails its QP only", SharedReceiveCases::tooShort, "T3"),
                line("SRQ-err", "receives stay when a QP goes to ERR", SharedReceiveCases::stay),
                line("SRQ-held", "an SRQ stays while a QP takes receives there", SharedReceiveCases::held, "LIFE-1"),
                line("SRQ-room", "an SRQ is within the device's limits", SharedReceiveCases::room, "SRQ-2"),
                line(
                        "SRQ-limit-room",
                        "its limit is 0 to the receives that can be posted",
                        SharedReceiveCases::limitRoom,
                        "SRQ-3",
                        "SRQ-5"),
                ConformanceCase.of("SRQ-uc", "UC takes no receives from an SRQ", SharedReceiveCases::unreliable)
                        .breaking("QP-3")
                        .needing(Requirement.SRQ, Requirement.UC),
                ConformanceCase.of("SRQ-limit", "the limit is told once", SharedReceiveCases::limit)
                        .needing(Requirement.SRQ, Requirement.EVENTS),
                ConformanceCase.of("SRQ-last", "a QP in ERR tells of its last receive", SharedReceiveCases::last)
                        .needing(Requirement.SRQ, Requirement.EVENTS));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.SRQ);
    }

    private static SharedReceiveQueue srq(CaseBench b) {
        return b.bob().createSrq(ROOM);
    }

    private static QpConnection connection(CaseBench b, SharedReceiveQueue srq) {
        return b.connectionTo(b.bob()
                .createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), b.bob().cq()).srq(srq)));
    }

    private static long post(CaseBench b, SharedReceiveQueue srq, long offset) {
        long wrId = b.wrId();
        srq.post(wrId, b.bob().slice(offset, 64));
        return wrId;
    }

    private static void arrives(CaseBench b, QpConnection connection, long receive) {
        b.expect().succeeds("send", connection.alice().send(64));
        Completion done = b.bob().await(receive);
        b.expect().succeeds("receive", done);
        b.expect().same("its QP", connection.bob().qp().number(), done.qpNumber());
    }

    private static void first(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QpConnection one = connection(b, srq);
        QpConnection other = connection(b, srq);
        long receive = post(b, srq, 0);
        long second = post(b, srq, 64);
        arrives(b, other, receive);
        arrives(b, one, second);
        b.expect().landed(0, 128);
    }

    private static void fails(CaseBench b, SharedReceiveQueue srq, String rule, int lkey, long address) {
        QpConnection connection = connection(b, srq);
        QpConnection other = connection(b, srq);
        long wrId = b.wrId();
        b.expect().same("post_srq_recv", 0, srq.post(wrId, lkey, address, 64));
        b.expect()
                .refusedByPeer(
                        "sender", rule, REM_OP_ERR, () -> connection.alice().send(64));
        b.expect().same("receiver", LOC_PROT_ERR, b.bob().await(wrId).status());
        b.expect().same("receiver's QP", QpState.ERR, connection.bob().state());
        arrives(b, other, post(b, srq, 0));
    }

    private static void badKey(CaseBench b) {
        MemoryRegion region = b.bob().region();
        fails(b, srq(b), "L2", MemoryKey.next(region.lkey()), region.address());
    }

    private static void ofPd(CaseBench b) {
        MemoryRegion foreign = b.bob().otherPd().regMr(b.bob().memory(), AccessFlag.LOCAL_WRITE);
        fails(b, srq(b), "L4", foreign.lkey(), foreign.address());
    }

    private static void tooShort(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QpConnection connection = connection(b, srq);
        QpConnection other = connection(b, srq);
        long wrId = b.wrId();
        srq.post(wrId, b.bob().slice(0, 63));
        b.expect().same("sender", REM_INV_REQ_ERR, connection.alice().send(64).status());
        b.expect().broke("T3");
        b.expect().same("receiver", LOC_LEN_ERR, b.bob().await(wrId).status());
        b.expect().same("other QP", QpState.RTS, other.bob().state());
        arrives(b, other, post(b, srq, 64));
    }

    private static void stay(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QpConnection connection = connection(b, srq);
        QpConnection other = connection(b, srq);
        long receive = post(b, srq, 0);
        connection.bob().qp().modify(QpAttributes.to(QpState.ERR));
        arrives(b, other, receive);
    }

    private static void held(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QueuePair qp = connection(b, srq).bob().qp();
        b.expect().refusedCall("destroy_srq", "LIFE-1", Errno.EBUSY, srq::close);
        b.expect().works("destroy_qp", qp::close);
        b.expect().works("destroy_srq", srq::close);
    }

    private static void room(CaseBench b) {
        SrqLimits most = b.bob().context().deviceAttributes().srqs();
        for (SrqSpec asked : List.of(
                SrqSpec.of(0), SrqSpec.of(most.maxWr() + 1), SrqSpec.of(1).maxSge(most.maxSge() + 1))) {
            b.expect()
                    .refusedCall(
                            "create_srq",
                            "SRQ-2",
                            Errno.EINVAL,
                            () -> b.bob().pd().createSrq(asked));
        }
        SharedReceiveQueue largest =
                b.bob().pd().createSrq(SrqSpec.of(most.maxWr()).maxSge(most.maxSge()));
        b.expect().holds("it has the room", largest.capacity().maxWr() >= most.maxWr());
    }

    private static void limitRoom(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        int room = srq.query().capacity().maxWr();
        b.expect().holds("at least as large as asked", room >= ROOM);
        b.expect().refusedCall("modify_srq", "SRQ-5", Errno.EINVAL, () -> srq.limit(room + 1));
        b.expect().refusedCall("modify_srq", "SRQ-3", Errno.EINVAL, () -> srq.limit(-1));
        b.expect().same("limit", 0, srq.query().limit());
    }

    private static void unreliable(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        b.expect()
                .refusedCall(
                        "create_qp",
                        "QP-3",
                        Errno.EINVAL,
                        () -> b.bob()
                                .pd()
                                .createQp(QpSpec.uc(b.bob().cq(), b.bob().cq()).srq(srq)));
    }

    private static void limit(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QpConnection connection = connection(b, srq);
        srq.limit(2);
        long one = post(b, srq, 0);
        long two = post(b, srq, 64);
        long three = post(b, srq, 128);
        arrives(b, connection, one);
        b.expect().same("event above the limit", Optional.empty(), limitEvent(b));
        arrives(b, connection, two);
        try (AsyncEvent event = b.bob().context().awaitAsyncEvent(CaseSteps.PATIENCE)) {
            b.expect().same("event", AsyncEventType.SRQ_LIMIT_REACHED, event.type());
            b.expect().same("its SRQ", Optional.of(srq), event.srq());
        }
        b.expect().same("limit", 0, srq.query().limit());
        arrives(b, connection, three);
        b.expect().same("second event", Optional.empty(), limitEvent(b));
    }

    /** Other events, such as COMM_EST, are not looked at. */
    private static Optional<AsyncEventType> limitEvent(CaseBench b) {
        Optional<AsyncEvent> event = b.bob().context().pollAsyncEvent();
        while (event.isPresent() && event.get().type() != AsyncEventType.SRQ_LIMIT_REACHED) {
            event.get().ack();
            event = b.bob().context().pollAsyncEvent();
        }
        event.ifPresent(AsyncEvent::ack);
        return event.map(AsyncEvent::type);
    }

    private static void last(CaseBench b) {
        SharedReceiveQueue srq = srq(b);
        QueuePair qp = connection(b, srq).bob().qp();
        qp.modify(QpAttributes.to(QpState.ERR));
        try (AsyncEvent event = b.bob().context().awaitAsyncEvent(CaseSteps.PATIENCE)) {
            b.expect().same("event", AsyncEventType.QP_LAST_WQE_REACHED, event.type());
            b.expect().same("its QP", Optional.of(qp), event.qp());
        }
        b.expect().works("destroy_qp", qp::close);
    }
}
