package dev.fenestra.vendor.mlx.user;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.dv.DvQpOptions;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import dev.fenestra.vendor.mlx.testing.FakePage;
import dev.fenestra.vendor.mlx.testing.Vector;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A context over fake memory and registers, with one QP and one CQ as a vector describes them. */
final class QueueBench implements QueueTable {
    private static final int NO_RECEIVES = 1;
    private static final int LOG_STRIDE = 6;

    final FakeMemory memory = new FakeMemory();
    final FakePage page = new FakePage();
    final MlxUserContext context =
            new MlxUserContext(memory, VendorCalls.mapping(offset -> page), () -> null, UserOptions.DEFAULT);
    final DoorbellRecords records = DoorbellRecords.keeping(memory);
    final Map<Integer, MlxSrq> srqs = new HashMap<>();
    final QueueBuffer cqBuffer;
    final DoorbellRecords.Record cqRecord = records.take();
    final CqLayout cqLayout;
    final MlxCq cq;
    final QpSizes sizes;
    final QueueBuffer buffer;
    final DoorbellRecords.Record record = records.take();
    final MlxQp qp;
    private final int userIndex;
    private final Vector part;

    QueueBench(Vector qpPart, CqLayout layout) {
        cqLayout = layout;
        cqBuffer = new QueueBuffer(memory, layout.bytes());
        cq = new MlxCq(context.pages(), this, layout, cqBuffer, cqRecord, MlxQueueLock.of(false));
        sizes = sizes(qpPart);
        buffer = new QueueBuffer(memory, sizes.bytes());
        userIndex = qpPart.number("user_index", 0);
        part = qpPart;
        qp = qp(userIndex, qpPart.hexInt("qp_num"), record);
        bring(qpPart.has("state") ? QpState.valueOf(qpPart.text("state")) : QpState.INIT);
    }

    private MlxQp qp(int index, int number, DoorbellRecords.Record counters) {
        Udata udata = Udata.ofBytes(QpUdata.REQUEST_BYTES, QpUdata.RESPONSE_BYTES);
        if (part.has("bf")) {
            QpUdata.REGISTER.set(udata.response(), part.object("bf").number("uuarn"));
        }
        PendingQp pending = new PendingQp(
                context.pages(),
                context.queues(),
                index,
                sizes,
                buffer,
                counters,
                cq,
                cq,
                null,
                options(part),
                true,
                DvQpOptions.mkeys(),
                0,
                udata);
        return (MlxQp) pending.complete(number);
    }

    static QueueBench of(Vector qpPart) {
        return new QueueBench(qpPart, CqLayout.of(7));
    }

    private static QpSizes sizes(Vector part) {
        boolean receives = part.has("rq");
        return new QpSizes(
                part.number("sq_wqe_cnt", 1),
                part.number("sq_max_post", 0),
                part.number("sq_max_gs", 0),
                part.number("max_inline_data", 0),
                receives ? part.object("rq").number("wqe_cnt") : NO_RECEIVES,
                receives ? part.object("rq").number("wqe_shift") : LOG_STRIDE,
                receives ? part.object("rq").number("max_gs") : 1);
    }

    private static SendOptions options(Vector part) {
        Transport transport =
                part.text("qp_type").equals("XRC_SEND") ? Transport.XRC : Transport.valueOf(part.text("qp_type"));
        boolean atomics = !part.has("atomics_enabled") || part.flag("atomics_enabled");
        BlueFlame blueFlame = BlueFlame.DEFAULT;
        if (part.has("bf")) {
            Vector bf = part.object("bf");
            blueFlame = new BlueFlame(!bf.flag("shut_up_bf"), bf.flag("prefer_bf"), bf.number("buf_size"));
        }
        return new SendOptions(transport, part.flag("sq_sig_all"), part.flag("wq_sig"), atomics, blueFlame);
    }

    /** Leads the QP to a state, through those before it. */
    private void bring(QpState to) {
        if (to == QpState.RESET) {
            return;
        }
        qp.stateChanged(QpState.INIT);
        if (to != QpState.INIT && to != QpState.RTR) {
            qp.stateChanged(QpState.RTS);
        }
        if (to != QpState.INIT && to != QpState.RTS) {
            qp.stateChanged(to);
        }
    }

    /** Puts the send queue where the vector says it stands; where it says no state, that is RTS. */
    void resume(Vector part) {
        if (!part.has("state")) {
            bring(QpState.RTS);
        }
        if (part.has("initial")) {
            Vector initial = part.object("initial");
            qp.sends().ring().posted = initial.number("cur_post");
            qp.sends().ring().nextFence = initial.number("fm_cache");
            qp.sends().ring().head = initial.number("head");
            qp.sends().ring().tail = initial.number("tail");
        }
        if (part.has("bf")) {
            qp.register().half = part.object("bf").number("offset");
        }
    }

    void fill(int from, int length, byte value) {
        for (int i = from; i < from + length; i++) {
            buffer.segment(i).set(JAVA_BYTE, buffer.offset(i), value);
        }
    }

    byte[] bytes(int from, int length) {
        return bytes(buffer, from, length);
    }

    static byte[] bytes(QueueBuffer of, int from, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = of.segment(from + i).get(JAVA_BYTE, of.offset(from + i));
        }
        return bytes;
    }

    /** The vector's QP, or another that no CQE names. */
    MlxQp ofNumber(int qpNumber) {
        MlxQp known = byNumber(qpNumber);
        return known != null ? known : qp(userIndex + 1, qpNumber, records.take());
    }

    @Override
    public @Nullable MlxQp byUserIndex(int index) {
        return index == userIndex ? qp : null;
    }

    @Override
    public @Nullable MlxQp byNumber(int qpNumber) {
        return qpNumber == qp.number() ? qp : null;
    }

    @Override
    public @Nullable MlxSrq srq(int srqNumber) {
        return srqs.get(srqNumber);
    }

    @Override
    public void remember(int userIndex, MlxQp of) {
        context.queues().remember(userIndex, of);
    }

    @Override
    public void remember(int userIndex, MlxSrq of) {
        context.queues().remember(userIndex, of);
    }

    @Override
    public void forget(int userIndex) {
        context.queues().forget(userIndex);
    }
}
