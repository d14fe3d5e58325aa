package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.ib.core.spi.CqCursor;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.lang.foreign.MemorySegment;

/**
 * Extended polling. Taking an entry saves the values that another thread may overwrite once the request's slot is free.
 * All other fields are read from the entry on demand.
 */
final class MlxCqCursor implements CqCursor {
    /** An entry that makes no completion. */
    private static final int NOTHING = -1;

    private static final int SUCCESS = WcStatus.SUCCESS.code();

    private final MlxCq cq;
    private final CqeReader reader;
    private MemorySegment memory = MemorySegment.NULL;
    private long base;
    private long wrId;
    private int status;
    private int localOpcode;
    private int localKey;

    MlxCqCursor(MlxCq cq, CqeReader reader) {
        this.cq = cq;
        this.reader = reader;
    }

    @Override
    public int startPoll() {
        cq.lock();
        int errno = advance();
        if (errno != 0) {
            cq.release();
        }
        return errno;
    }

    @Override
    public int nextPoll() {
        return advance();
    }

    @Override
    public void endPoll() {
        cq.release();
    }

    private int advance() {
        int result = NOTHING;
        while (result == NOTHING && cq.hasNext()) {
            int at = cq.take();
            memory = cq.segment(at);
            base = cq.offset(at);
            result = load();
        }
        return result == NOTHING ? Errno.ENOENT.code() : result;
    }

    private int load() {
        MlxQp qp = reader.qpOf(memory, base);
        MlxSrq srq = reader.srqOf(memory, base, cqeOpcode(), qp);
        status = isError() ? CqeStatus.of(Cqe.SYNDROME.get(memory, base)) : SUCCESS;
        int counter = Cqe.WQE_COUNTER.get(memory, base);
        if (!CqeReader.isOf(qp, srq, cqeOpcode())) {
            return Errno.EIO.code();
        }
        if (srq != null) {
            return fromSrq(srq, counter);
        }
        if (qp == null) {
            return Errno.EIO.code();
        }
        if (isRequester()) {
            sent(qp.sends(), counter);
        } else {
            received(qp.receives(), counter);
        }
        reader.watch(memory, base);
        return 0;
    }

    private void sent(MlxSendQueue queue, int counter) {
        SendRing ring = queue.ring();
        wrId = ring.wrId(counter);
        localOpcode = ring.localOpcode(counter);
        localKey = localOpcode == WcOpcode.LOCAL_INV.code() ? ring.immediateOf(counter) : 0;
        if (!isError() && reader.isInline(memory, base)) {
            status = reader.inlineOf(ring, counter, memory, base, byteLength());
        }
        ring.completed(counter);
    }

    private void received(MlxReceiveQueue queue, int counter) {
        wrId = queue.wrId(counter);
        if (!isError() && reader.isInline(memory, base)) {
            status = reader.inlineOf(queue.buffer(), queue.dataOf(counter), queue.segments(), memory, base);
        }
        queue.completed();
    }

    private int fromSrq(MlxSrq srq, int index) {
        if (isError() && CqeStatus.isPageFault(memory, base)) {
            srq.repost(index);
            return NOTHING;
        }
        wrId = srq.wrId(index);
        if (!isError() && reader.isInline(memory, base)) {
            status = reader.inlineOf(srq.buffer(), srq.dataOf(index), srq.maxSge(), memory, base);
        }
        srq.completed(index);
        reader.watch(memory, base);
        return 0;
    }

    private int cqeOpcode() {
        return Cqe.OPCODE.get(memory, base);
    }

    private boolean isError() {
        int opcode = cqeOpcode();
        return opcode == Cqe.REQ_ERR || opcode == Cqe.RESP_ERR;
    }

    private boolean isRequester() {
        int opcode = cqeOpcode();
        return opcode == Cqe.REQ || opcode == Cqe.REQ_ERR;
    }

    private int wqeOpcode() {
        return Cqe.WQE_OPCODE.get(memory, base);
    }

    @Override
    public long wrId() {
        return wrId;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public int opcode() {
        return switch (cqeOpcode()) {
            case Cqe.REQ -> CqeReader.wcOpcode(wqeOpcode(), localOpcode);
            case Cqe.RESP_WR_IMM -> WcOpcode.RECV_RDMA_WITH_IMM.code();
            default -> WcOpcode.RECV.code();
        };
    }

    @Override
    public int vendorError() {
        return isError() ? Cqe.VENDOR_SYNDROME.get(memory, base) : 0;
    }

    /** In an error CQE the reason takes the place of the time. */
    @Override
    public long completionTimestamp() {
        return isError() ? 0 : Cqe.TIMESTAMP.getLong(memory, base);
    }

    @Override
    public int byteLength() {
        return isRequester() ? CqeReader.byteCount(memory, base, wqeOpcode()) : Cqe.BYTE_COUNT.get(memory, base);
    }

    @Override
    public int qpNumber() {
        return Cqe.QPN.get(memory, base);
    }

    @Override
    public int immediateOrKey() {
        if (isRequester()) {
            return opcode() == WcOpcode.LOCAL_INV.code() ? localKey : 0;
        }
        return isSpoiled() || CqeReader.receiveFlags(cqeOpcode()) == 0 ? 0 : Cqe.IMMEDIATE.get(memory, base);
    }

    @Override
    public int flags() {
        if (isRequester()) {
            int opcode = wqeOpcode();
            return opcode == WqeOpcode.SEND_IMM || opcode == WqeOpcode.RDMA_WRITE_IMM ? WcFlag.WITH_IMM : 0;
        }
        return isSpoiled() ? 0 : CqeReader.receiveFlags(cqeOpcode()) | CqeSource.flags(memory, base);
    }

    /** A failed receive has no immediate data and no sender. */
    private boolean isSpoiled() {
        return status != SUCCESS;
    }

    @Override
    public int sourceQpNumber() {
        return isSpoiled() ? 0 : Cqe.SOURCE_QPN.get(memory, base);
    }

    @Override
    public int serviceLevel() {
        return isSpoiled() ? 0 : Cqe.SERVICE_LEVEL.get(memory, base);
    }

    @Override
    public int sourceLid() {
        return isSpoiled() ? 0 : Cqe.SOURCE_LID.get(memory, base);
    }

    @Override
    public int pathBits() {
        return isSpoiled() ? 0 : Cqe.PATH_BITS.get(memory, base);
    }
}
