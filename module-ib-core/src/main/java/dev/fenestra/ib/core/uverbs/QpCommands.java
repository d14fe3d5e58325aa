package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.uverbs.PathFields;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.DestroyQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.DestroyQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ExCreateQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ExCreateQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ExModifyQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ModifyQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.OpenQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.PostSend;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.QueryQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.QueryQpResp;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.QpInitAttributes;
import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.Consumer;

/** The commands about queue pairs. */
final class QpCommands implements CommandGroup {
    /** All bits up to the last one that each form of MODIFY_QP knows: DEST_QPN, and RATE_LIMIT. */
    private static final int MODIFY_BITS = (1 << 21) - 1;

    private static final int EX_MODIFY_BITS = (1 << 26) - 1;
    /** Capacities, the rate of raw packets and reserved bits are not among them: no QP here has such attributes. */
    private static final int ATTRIBUTES = QpAttribute.mask(EnumSet.allOf(QpAttribute.class));

    private static final int MIGRATED = 0;
    /** {@code sizeof(struct ib_uverbs_send_wr)}, the least that POST_SEND may name. */
    private static final int SEND_WR_BYTES = 56;

    private final UverbsContext context;
    private final KernelContext calls;

    QpCommands(UverbsContext context) {
        this.context = context;
        calls = context.calls();
    }

    @Override
    public void register(Map<WriteCommand, Consumer<WriteCall>> handlers) {
        handlers.put(
                WriteCommand.CREATE_QP,
                call -> create(call.request().asSlice(CreateQp.USER_HANDLE.offset()), call.response(), call.udata()));
        handlers.put(WriteCommand.EX_CREATE_QP, this::createEx);
        handlers.put(WriteCommand.OPEN_QP, call -> open(call.request(), call.response()));
        handlers.put(WriteCommand.QUERY_QP, call -> query(QueryQp.QP_HANDLE.getInt(call.request()), call.response()));
        handlers.put(WriteCommand.MODIFY_QP, call -> modify(call, MODIFY_BITS));
        handlers.put(WriteCommand.EX_MODIFY_QP, this::modifyEx);
        handlers.put(WriteCommand.POST_SEND, call -> postSend(call.request()));
        handlers.put(
                WriteCommand.DESTROY_QP, call -> destroy(DestroyQp.QP_HANDLE.getInt(call.request()), call.response()));
    }

    private void createEx(WriteCall call) {
        AbiChecks.flags("comp_mask", ExCreateQp.COMP_MASK.getInt(call.request()), 0);
        AbiChecks.flags("create_flags", ExCreateQp.CREATE_FLAGS.getInt(call.request()), 0);
        create(call.request(), call.response(), call.udata());
        ExCreateQpResp.RESPONSE_LENGTH.set(
                call.response(), Math.min(call.response().byteSize(), ExCreateQpResp.SIZE));
    }

    /**
     * Both forms have the same fields.
     *
     * @param in from the user handle on, as in an {@link ExCreateQp}
     */
    private void create(MemorySegment in, MemorySegment out, Udata udata) {
        QpType type = type(ExCreateQp.QP_TYPE.getInt(in));
        int pd = ExCreateQp.PD_HANDLE.getInt(in);
        QpCapacity capacity = new QpCapacity(
                ExCreateQp.MAX_SEND_WR.getInt(in),
                ExCreateQp.MAX_RECV_WR.getInt(in),
                ExCreateQp.MAX_SEND_SGE.getInt(in),
                ExCreateQp.MAX_RECV_SGE.getInt(in),
                ExCreateQp.MAX_INLINE_DATA.getInt(in));
        QpResponse made = type == QpType.XRC_TGT
                ? calls.xrc().createTarget(pd, udata)
                : calls.qps().create(pd, asked(in, type, laidOut(capacity)), udata);
        context.created(made.handle(), capacity, ExCreateQp.SQ_SIG_ALL.isSet(in));
        QpCapacity told = type == QpType.XRC_TGT ? capacity : told(made.capacity(), capacity);
        answer(made, ExCreateQp.USER_HANDLE.get(in), told, out);
    }

    /**
     * The capacity that the kernel judges. The room for inline data is a part of the ring. Where the user half chooses
     * its size the kernel does not judge this room, and only repeats it in the answer.
     */
    private QpCapacity laidOut(QpCapacity asked) {
        return calls.qps().decidesInline() ? asked : withInline(asked, 0);
    }

    private QpCapacity told(QpCapacity made, QpCapacity asked) {
        return calls.qps().decidesInline() ? made : withInline(made, asked.maxInlineData());
    }

    private static QpCapacity withInline(QpCapacity from, int bytes) {
        return new QpCapacity(from.maxSendWr(), from.maxRecvWr(), from.maxSendSge(), from.maxRecvSge(), bytes);
    }

    private static QpInitAttributes asked(MemorySegment in, QpType type, QpCapacity capacity) {
        int sendCq = ExCreateQp.SEND_CQ_HANDLE.getInt(in);
        boolean isShared = ExCreateQp.IS_SRQ.isSet(in);
        return new QpInitAttributes(
                type,
                sendCq,
                type == QpType.XRC_INI ? sendCq : ExCreateQp.RECV_CQ_HANDLE.getInt(in),
                isShared ? ExCreateQp.SRQ_HANDLE.getInt(in) : QpInitAttributes.NONE,
                capacity,
                ExCreateQp.SQ_SIG_ALL.isSet(in));
    }

    private void answer(QpResponse made, long name, QpCapacity capacity, MemorySegment out) {
        context.name(made.handle(), name);
        CreateQpResp.QP_HANDLE.set(out, made.handle());
        CreateQpResp.QPN.set(out, made.qpNumber());
        CreateQpResp.MAX_SEND_WR.set(out, capacity.maxSendWr());
        CreateQpResp.MAX_RECV_WR.set(out, capacity.maxRecvWr());
        CreateQpResp.MAX_SEND_SGE.set(out, capacity.maxSendSge());
        CreateQpResp.MAX_RECV_SGE.set(out, capacity.maxRecvSge());
        CreateQpResp.MAX_INLINE_DATA.set(out, capacity.maxInlineData());
    }

    private void open(MemorySegment in, MemorySegment out) {
        QpResponse opened = calls.xrc().openTarget(OpenQp.PD_HANDLE.getInt(in), OpenQp.QPN.getInt(in));
        answer(opened, OpenQp.USER_HANDLE.get(in), new QpCapacity(0, 0, 0, 0, 0), out);
    }

    private static QpType type(int code) {
        return Arrays.stream(QpType.values())
                .filter(type -> type.code() == code)
                .findFirst()
                .orElseThrow(() -> AbiChecks.unknown("qp_type", code));
    }

    private void query(int qp, MemorySegment out) {
        QpAttributes told = calls.qps().query(qp);
        QpCapacity capacity = calls.qps().capacity(qp, context.createdAs(qp).capacity());
        QueryQpResp.MAX_SEND_WR.set(out, capacity.maxSendWr());
        QueryQpResp.MAX_RECV_WR.set(out, capacity.maxRecvWr());
        QueryQpResp.MAX_SEND_SGE.set(out, capacity.maxSendSge());
        QueryQpResp.MAX_RECV_SGE.set(out, capacity.maxRecvSge());
        QueryQpResp.MAX_INLINE_DATA.set(out, capacity.maxInlineData());
        QueryQpResp.SQ_SIG_ALL.set(out, context.createdAs(qp).signalAll() ? 1 : 0);
        if (told.has(QpAttribute.AV)) {
            PathFields.QP_DEST.write(QueryQpResp.DEST.of(out), told.path());
        }
        QueryQpResp.QKEY.set(out, told.qkey());
        QueryQpResp.RQ_PSN.set(out, told.rqPsn());
        QueryQpResp.SQ_PSN.set(out, told.sqPsn());
        QueryQpResp.DEST_QP_NUM.set(out, told.destinationQpn());
        QueryQpResp.QP_ACCESS_FLAGS.set(out, told.access());
        QueryQpResp.PKEY_INDEX.set(out, told.pkeyIndex());
        QueryQpResp.QP_STATE.set(out, told.state().code());
        QueryQpResp.CUR_QP_STATE.set(out, told.state().code());
        QueryQpResp.PATH_MTU.set(out, told.pathMtu().code());
        QueryQpResp.PATH_MIG_STATE.set(out, MIGRATED);
        QueryQpResp.SQ_DRAINING.set(
                out, told.state() == QpState.SQD && calls.qps().queryDraining(qp) ? 1 : 0);
        QueryQpResp.MAX_RD_ATOMIC.set(out, told.maxRdAtomic());
        QueryQpResp.MAX_DEST_RD_ATOMIC.set(out, told.maxDestRdAtomic());
        QueryQpResp.MIN_RNR_TIMER.set(out, told.minRnrTimer());
        QueryQpResp.PORT_NUM.set(out, told.port());
        QueryQpResp.TIMEOUT.set(out, told.timeout());
        QueryQpResp.RETRY_CNT.set(out, told.retryCount());
        QueryQpResp.RNR_RETRY.set(out, told.rnrRetry());
    }

    private void modifyEx(WriteCall call) {
        modify(call, EX_MODIFY_BITS);
        ExModifyQpResp.RESPONSE_LENGTH.set(
                call.response(), Math.min(call.response().byteSize(), ExModifyQpResp.SIZE));
    }

    private void modify(WriteCall call, int known) {
        MemorySegment in = call.request();
        int mask = ModifyQp.ATTR_MASK.getInt(in);
        AbiChecks.flags("attr_mask", mask, known);
        if ((mask & ~ATTRIBUTES) != 0) {
            throw AbiChecks.unknown("attr_mask & ~" + ATTRIBUTES, mask & ~ATTRIBUTES);
        }
        calls.qps().modify(ModifyQp.QP_HANDLE.getInt(in), attributes(mask, in), call.udata());
    }

    private static QpAttributes attributes(int mask, MemorySegment in) {
        QpAttributes asked = QpAttribute.STATE.in(mask)
                ? QpAttributes.to(state(ModifyQp.QP_STATE.getInt(in)))
                : QpAttributes.unchangedState();
        if (QpAttribute.CUR_STATE.in(mask)) {
            asked.currentState(state(ModifyQp.CUR_QP_STATE.getInt(in)));
        }
        if (QpAttribute.AV.in(mask)) {
            asked.path(AbiChecks.path(PathFields.QP_DEST, ModifyQp.DEST.of(in)));
        }
        if (QpAttribute.ALT_PATH.in(mask) || QpAttribute.PATH_MIG_STATE.in(mask)) {
            asked.migrated();
            migration(QpAttribute.ALT_PATH.in(mask), ModifyQp.PATH_MIG_STATE.getInt(in));
        }
        if (QpAttribute.PATH_MTU.in(mask)) {
            asked.pathMtu(mtu(ModifyQp.PATH_MTU.getInt(in)));
        }
        for (Setter setter : SETTERS) {
            if (setter.attribute.in(mask)) {
                setter.change.set(asked, setter.field.getInt(in));
            }
        }
        return asked;
    }

    private static void migration(boolean hasAlternate, int state) {
        if (hasAlternate || state != MIGRATED) {
            throw new VerbsException(
                    QueueRule.MIGRATION, "alternate path=" + hasAlternate + ", path_mig_state=" + state);
        }
    }

    /** Sets an attribute to a number. */
    private interface Change {
        QpAttributes set(QpAttributes asked, int value);
    }

    /** Which field of MODIFY_QP belongs to which attribute, of those that are plain numbers. */
    private record Setter(QpAttribute attribute, HostField field, Change change) {}

    private static final Setter[] SETTERS = {
        new Setter(QpAttribute.ACCESS_FLAGS, ModifyQp.QP_ACCESS_FLAGS, QpAttributes::access),
        new Setter(QpAttribute.PKEY_INDEX, ModifyQp.PKEY_INDEX, QpAttributes::pkeyIndex),
        new Setter(QpAttribute.PORT, ModifyQp.PORT_NUM, QpAttributes::port),
        new Setter(QpAttribute.QKEY, ModifyQp.QKEY, QpAttributes::qkey),
        new Setter(QpAttribute.DEST_QPN, ModifyQp.DEST_QP_NUM, QpAttributes::destinationQpn),
        new Setter(QpAttribute.RQ_PSN, ModifyQp.RQ_PSN, QpAttributes::rqPsn),
        new Setter(QpAttribute.SQ_PSN, ModifyQp.SQ_PSN, QpAttributes::sqPsn),
        new Setter(QpAttribute.TIMEOUT, ModifyQp.TIMEOUT, QpAttributes::timeout),
        new Setter(QpAttribute.RETRY_CNT, ModifyQp.RETRY_CNT, QpAttributes::retryCount),
        new Setter(QpAttribute.RNR_RETRY, ModifyQp.RNR_RETRY, QpAttributes::rnrRetry),
        new Setter(QpAttribute.MIN_RNR_TIMER, ModifyQp.MIN_RNR_TIMER, QpAttributes::minRnrTimer),
        new Setter(QpAttribute.MAX_QP_RD_ATOMIC, ModifyQp.MAX_RD_ATOMIC, QpAttributes::maxRdAtomic),
        new Setter(QpAttribute.MAX_DEST_RD_ATOMIC, ModifyQp.MAX_DEST_RD_ATOMIC, QpAttributes::maxDestRdAtomic),
        new Setter(
                QpAttribute.EN_SQD_ASYNC_NOTIFY,
                ModifyQp.EN_SQD_ASYNC_NOTIFY,
                (asked, wanted) -> asked.tellDrained(wanted != 0)),
    };

    private static QpState state(int code) {
        return QpState.of(code).orElseThrow(() -> AbiChecks.unknown("qp_state", code));
    }

    private static Mtu mtu(int code) {
        return Mtu.of(1 + AbiChecks.below("path_mtu - 1", code - 1, Mtu.values().length));
    }

    /** The requests lie in the queue: the call has none. */
    private void postSend(MemorySegment in) {
        int requests = PostSend.WR_COUNT.getInt(in);
        int pieces = PostSend.SGE_COUNT.getInt(in);
        if (requests != 0 || pieces != 0) {
            throw new VerbsException(AbiRule.QUEUED, "wr_count=" + requests + ", sge_count=" + pieces);
        }
        int bytes = PostSend.WQE_SIZE.getInt(in);
        if (bytes < SEND_WR_BYTES) {
            throw AbiChecks.unknown("wqe_size", bytes);
        }
        calls.qps().postSend(PostSend.QP_HANDLE.getInt(in));
    }

    private void destroy(int qp, MemorySegment out) {
        EventCounts read = calls.qps().destroy(qp);
        DestroyQpResp.EVENTS_REPORTED.set(out, context.forget(qp, read.async()));
    }
}
