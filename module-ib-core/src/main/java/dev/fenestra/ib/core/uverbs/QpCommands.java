package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.QpInitAttributes;
import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.Errno;
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
    private static final int RESPONSE_BYTES = 32;
    private static final int EX_RESPONSE_BYTES = 40;
    private static final int MODIFY_RESPONSE_BYTES = 8;
    /** All bits up to the last one that each form of MODIFY_QP knows: DEST_QPN, and RATE_LIMIT. */
    private static final int MODIFY_BITS = (1 << 21) - 1;

    private static final int EX_MODIFY_BITS = (1 << 26) - 1;
    /** Capacities, the rate of raw packets and reserved bits are not among them: no QP here has such attributes. */
    private static final int ATTRIBUTES = QpAttribute.mask(EnumSet.allOf(QpAttribute.class));

    private static final int MIGRATED = 0;
    /** A QP of a type that only a driver knows ({@code IB_UVERBS_QPT_DRIVER}). */
    private static final int DRIVER_TYPE = 255;

    private static final AbiField HANDLE = AbiField.u32(0);

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
                call -> create(call.request().asSlice(Long.BYTES), call.response(), call.udata()));
        handlers.put(WriteCommand.EX_CREATE_QP, this::createEx);
        handlers.put(WriteCommand.OPEN_QP, call -> open(call.request(), call.response()));
        handlers.put(WriteCommand.QUERY_QP, call -> query(AbiField.u32(8).getInt(call.request()), call.response()));
        handlers.put(WriteCommand.MODIFY_QP, call -> modify(call, MODIFY_BITS));
        handlers.put(WriteCommand.EX_MODIFY_QP, this::modifyEx);
        handlers.put(WriteCommand.DESTROY_QP, call -> destroy(AbiField.u32(8).getInt(call.request()), call.response()));
    }

    private void createEx(WriteCall call) {
        AbiChecks.flags("comp_mask", AbiField.u32(48).getInt(call.request()), 0);
        AbiChecks.flags("create_flags", AbiField.u32(52).getInt(call.request()), 0);
        create(call.request(), call.response(), call.udata());
        AbiField.u32(RESPONSE_BYTES + 4)
                .set(call.response(), Math.min(call.response().byteSize(), EX_RESPONSE_BYTES));
    }

    /**
     * Both forms have the same fields.
     *
     * @param in from the user handle on
     */
    private void create(MemorySegment in, MemorySegment out, Udata udata) {
        QpType type = type(AbiField.u8(45).getInt(in));
        int pd = AbiField.u32(8).getInt(in);
        QpCapacity capacity = new QpCapacity(
                AbiField.u32(24).getInt(in),
                AbiField.u32(28).getInt(in),
                AbiField.u32(32).getInt(in),
                AbiField.u32(36).getInt(in),
                AbiField.u32(40).getInt(in));
        QpResponse made = type == QpType.XRC_TGT
                ? calls.xrc().createTarget(pd, udata)
                : calls.qps().create(pd, asked(in, type, laidOut(capacity)), udata);
        context.created(made.handle(), capacity, AbiField.u8(44).isSet(in));
        answer(made, AbiField.u64(0).get(in), capacity, out);
    }

    /**
     * The capacity that the kernel judges. It does not judge the room for inline data: this is a part of the ring,
     * whose size the user half chooses. The kernel only repeats it in the answer.
     */
    private static QpCapacity laidOut(QpCapacity asked) {
        return new QpCapacity(asked.maxSendWr(), asked.maxRecvWr(), asked.maxSendSge(), asked.maxRecvSge(), 0);
    }

    private static QpInitAttributes asked(MemorySegment in, QpType type, QpCapacity capacity) {
        int sendCq = AbiField.u32(12).getInt(in);
        boolean isShared = AbiField.u8(46).isSet(in);
        return new QpInitAttributes(
                type,
                sendCq,
                type == QpType.XRC_INI ? sendCq : AbiField.u32(16).getInt(in),
                isShared ? AbiField.u32(20).getInt(in) : QpInitAttributes.NONE,
                capacity,
                AbiField.u8(44).isSet(in));
    }

    private void answer(QpResponse made, long name, QpCapacity capacity, MemorySegment out) {
        context.name(made.handle(), name);
        HANDLE.set(out, made.handle());
        AbiField.u32(4).set(out, made.qpNumber());
        capacity(out, AbiField.u32(8), capacity);
    }

    private static void capacity(MemorySegment out, AbiField first, QpCapacity capacity) {
        first.set(out, capacity.maxSendWr());
        first.at(4).set(out, capacity.maxRecvWr());
        first.at(8).set(out, capacity.maxSendSge());
        first.at(12).set(out, capacity.maxRecvSge());
        first.at(16).set(out, capacity.maxInlineData());
    }

    private void open(MemorySegment in, MemorySegment out) {
        QpResponse opened = calls.xrc()
                .openTarget(AbiField.u32(16).getInt(in), AbiField.u32(20).getInt(in));
        answer(opened, AbiField.u64(8).get(in), new QpCapacity(0, 0, 0, 0, 0), out);
    }

    private static QpType type(int code) {
        if (code == DRIVER_TYPE) {
            throw new VerbsException(Errno.EOPNOTSUPP, QueueRule.QP_TYPE, "type=DRIVER");
        }
        return Arrays.stream(QpType.values())
                .filter(type -> type.code() == code)
                .findFirst()
                .orElseThrow(() -> AbiChecks.unknown("qp_type", code));
    }

    private void query(int qp, MemorySegment out) {
        QpAttributes told = calls.qps().query(qp);
        capacity(
                out,
                QpLayout.CAPACITY,
                calls.qps().capacity(qp, context.createdAs(qp).capacity()));
        QpLayout.SIGNAL_ALL.set(out, context.createdAs(qp).signalAll() ? 1 : 0);
        AbiField start = AbiField.u8(QpLayout.IN_QUERY);
        if (told.has(QpAttribute.AV)) {
            PathLayout.QP_DEST.write(out, told.path());
        }
        QpLayout.QKEY.at(start.offset()).set(out, told.qkey());
        QpLayout.RQ_PSN.at(start.offset()).set(out, told.rqPsn());
        QpLayout.SQ_PSN.at(start.offset()).set(out, told.sqPsn());
        QpLayout.DEST_QP_NUM.at(start.offset()).set(out, told.destinationQpn());
        QpLayout.ACCESS_FLAGS.at(start.offset()).set(out, told.access());
        QpLayout.PKEY_INDEX.at(start.offset()).set(out, told.pkeyIndex());
        QpLayout.QP_STATE.at(start.offset()).set(out, told.state().ordinal());
        QpLayout.CUR_QP_STATE.at(start.offset()).set(out, told.state().ordinal());
        QpLayout.PATH_MTU.at(start.offset()).set(out, told.pathMtu().code());
        QpLayout.PATH_MIG_STATE.at(start.offset()).set(out, MIGRATED);
        QpLayout.SQ_DRAINING
                .at(start.offset())
                .set(out, told.state() == QpState.SQD && calls.qps().queryDraining(qp) ? 1 : 0);
        QpLayout.MAX_RD_ATOMIC.at(start.offset()).set(out, told.maxRdAtomic());
        QpLayout.MAX_DEST_RD_ATOMIC.at(start.offset()).set(out, told.maxDestRdAtomic());
        QpLayout.MIN_RNR_TIMER.at(start.offset()).set(out, told.minRnrTimer());
        QpLayout.PORT_NUM.at(start.offset()).set(out, told.port());
        QpLayout.TIMEOUT.at(start.offset()).set(out, told.timeout());
        QpLayout.RETRY_CNT.at(start.offset()).set(out, told.retryCount());
        QpLayout.RNR_RETRY.at(start.offset()).set(out, told.rnrRetry());
    }

    private void modifyEx(WriteCall call) {
        modify(call, EX_MODIFY_BITS);
        AbiField.u32(4).set(call.response(), Math.min(call.response().byteSize(), MODIFY_RESPONSE_BYTES));
    }

    private void modify(WriteCall call, int known) {
        MemorySegment in = call.request();
        int mask = AbiField.u32(68).getInt(in);
        AbiChecks.flags("attr_mask", mask, known);
        if ((mask & ~ATTRIBUTES) != 0) {
            throw AbiChecks.unknown("attr_mask & ~" + ATTRIBUTES, mask & ~ATTRIBUTES);
        }
        calls.qps().modify(AbiField.u32(64).getInt(in), attributes(mask, in), call.udata());
    }

    private static QpAttributes attributes(int mask, MemorySegment structure) {
        MemorySegment in = structure.asSlice(QpLayout.IN_MODIFY);
        QpAttributes asked = QpAttribute.STATE.in(mask)
                ? QpAttributes.to(state(QpLayout.QP_STATE.getInt(in)))
                : QpAttributes.unchangedState();
        if (QpAttribute.CUR_STATE.in(mask)) {
            asked.currentState(state(QpLayout.CUR_QP_STATE.getInt(in)));
        }
        if (QpAttribute.AV.in(mask)) {
            asked.path(PathLayout.QP_DEST.read(structure));
        }
        if (QpAttribute.ALT_PATH.in(mask) || QpAttribute.PATH_MIG_STATE.in(mask)) {
            asked.migrated();
            migration(QpAttribute.ALT_PATH.in(mask), QpLayout.PATH_MIG_STATE.getInt(in));
        }
        if (QpAttribute.PATH_MTU.in(mask)) {
            asked.pathMtu(mtu(QpLayout.PATH_MTU.getInt(in)));
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
                    Errno.EINVAL, QueueRule.MIGRATION, "alternate path=" + hasAlternate + ", path_mig_state=" + state);
        }
    }

    /** Sets an attribute to a number. */
    private interface Change {
        QpAttributes set(QpAttributes asked, int value);
    }

    /** Which field of MODIFY_QP belongs to which attribute, of those that are plain numbers. */
    private record Setter(QpAttribute attribute, AbiField field, Change change) {}

    private static final Setter[] SETTERS = {
        new Setter(QpAttribute.ACCESS_FLAGS, QpLayout.ACCESS_FLAGS, QpAttributes::access),
        new Setter(QpAttribute.PKEY_INDEX, QpLayout.PKEY_INDEX, QpAttributes::pkeyIndex),
        new Setter(QpAttribute.PORT, QpLayout.PORT_NUM, QpAttributes::port),
        new Setter(QpAttribute.QKEY, QpLayout.QKEY, QpAttributes::qkey),
        new Setter(QpAttribute.DEST_QPN, QpLayout.DEST_QP_NUM, QpAttributes::destinationQpn),
        new Setter(QpAttribute.RQ_PSN, QpLayout.RQ_PSN, QpAttributes::rqPsn),
        new Setter(QpAttribute.SQ_PSN, QpLayout.SQ_PSN, QpAttributes::sqPsn),
        new Setter(QpAttribute.TIMEOUT, QpLayout.TIMEOUT, QpAttributes::timeout),
        new Setter(QpAttribute.RETRY_CNT, QpLayout.RETRY_CNT, QpAttributes::retryCount),
        new Setter(QpAttribute.RNR_RETRY, QpLayout.RNR_RETRY, QpAttributes::rnrRetry),
        new Setter(QpAttribute.MIN_RNR_TIMER, QpLayout.MIN_RNR_TIMER, QpAttributes::minRnrTimer),
        new Setter(QpAttribute.MAX_QP_RD_ATOMIC, QpLayout.MAX_RD_ATOMIC, QpAttributes::maxRdAtomic),
        new Setter(QpAttribute.MAX_DEST_RD_ATOMIC, QpLayout.MAX_DEST_RD_ATOMIC, QpAttributes::maxDestRdAtomic),
        new Setter(
                QpAttribute.EN_SQD_ASYNC_NOTIFY,
                QpLayout.SQ_DRAINING,
                (asked, wanted) -> asked.tellDrained(wanted != 0)),
    };

    private static QpState state(int code) {
        return QpState.values()[AbiChecks.below("qp_state", code, QpState.values().length)];
    }

    private static Mtu mtu(int code) {
        return Mtu.of(1 + AbiChecks.below("path_mtu - 1", code - 1, Mtu.values().length));
    }

    private void destroy(int qp, MemorySegment out) {
        EventCounts read = calls.qps().destroy(qp);
        AbiField.u32(0).set(out, context.forget(qp, read.async()));
    }
}
