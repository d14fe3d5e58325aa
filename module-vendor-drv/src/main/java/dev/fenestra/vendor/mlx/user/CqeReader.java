package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.manual.Cqe;
import dev.fenestra.hw.sim.manual.CqeSyndrome;
import dev.fenestra.hw.sim.manual.WqeOpcode;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Turns a CQE into a work completion, and tells its queue that a request is done. */
final class CqeReader {
    private static final int[] STATUS_BY_SYNDROME = new int[256];

    static {
        Arrays.fill(STATUS_BY_SYNDROME, WcStatus.GENERAL_ERR.ordinal());
        status(CqeSyndrome.LOCAL_LENGTH, WcStatus.LOC_LEN_ERR);
        status(CqeSyndrome.LOCAL_QP_OPERATION, WcStatus.LOC_QP_OP_ERR);
        status(CqeSyndrome.LOCAL_PROTECTION, WcStatus.LOC_PROT_ERR);
        status(CqeSyndrome.FLUSHED, WcStatus.WR_FLUSH_ERR);
        status(CqeSyndrome.MW_BIND, WcStatus.MW_BIND_ERR);
        status(CqeSyndrome.BAD_RESPONSE, WcStatus.BAD_RESP_ERR);
        status(CqeSyndrome.LOCAL_ACCESS, WcStatus.LOC_ACCESS_ERR);
        status(CqeSyndrome.REMOTE_INVALID_REQUEST, WcStatus.REM_INV_REQ_ERR);
        status(CqeSyndrome.REMOTE_ACCESS, WcStatus.REM_ACCESS_ERR);
        status(CqeSyndrome.REMOTE_OPERATION, WcStatus.REM_OP_ERR);
        status(CqeSyndrome.RETRY_EXCEEDED, WcStatus.RETRY_EXC_ERR);
        status(CqeSyndrome.RNR_RETRY_EXCEEDED, WcStatus.RNR_RETRY_EXC_ERR);
    }

    private final MlxUserContext context;

    CqeReader(MlxUserContext context) {
        this.context = context;
    }

    private static void status(int syndrome, WcStatus status) {
        STATUS_BY_SYNDROME[syndrome] = status.ordinal();
    }

    /** Adds the completion of an entry; false when no QP of this context has its user index. */
    boolean read(MemorySegment memory, long base, Completions into) {
        int last = Cqe.OPCODE.word(memory, base);
        int opcode = Cqe.OPCODE.in(last);
        int counter = Cqe.WQE_COUNTER.in(last);
        MlxQp qp = context.qp(Cqe.USER_INDEX.get(memory, base));
        if (qp == null) {
            return false;
        }
        switch (opcode) {
            case Cqe.REQ -> sent(memory, base, qp, counter, into);
            case Cqe.REQ_ERR, Cqe.RESP_ERR -> failed(memory, base, qp, counter, opcode == Cqe.REQ_ERR, into);
            default -> received(memory, base, qp, counter, opcode, into);
        }
        DriverObserver watching = context.observer().get();
        if (watching != null) {
            boolean isError = opcode == Cqe.REQ_ERR || opcode == Cqe.RESP_ERR;
            watching.cqeRead(qp.number(), opcode, isError ? Cqe.SYNDROME.get(memory, base) : 0);
        }
        return true;
    }

    private static void sent(MemorySegment memory, long base, MlxQp qp, int counter, Completions into) {
        MlxSendQueue queue = qp.sends();
        int word = Cqe.QPN.word(memory, base);
        int wqeOpcode = Cqe.WQE_OPCODE.in(word);
        int byteCount = wqeOpcode == WqeOpcode.RDMA_READ ? Cqe.BYTE_COUNT.get(memory, base) : 0;
        boolean immediate = wqeOpcode == WqeOpcode.SEND_IMM || wqeOpcode == WqeOpcode.RDMA_WRITE_IMM;
        into.succeeded(
                queue.wrId(counter),
                wcOpcode(wqeOpcode, queue, counter),
                byteCount,
                Cqe.QPN.in(word),
                0,
                immediate ? WcFlag.WITH_IMM : 0);
        queue.completed(counter);
    }

    private static int wcOpcode(int wqeOpcode, MlxSendQueue queue, int counter) {
        return switch (wqeOpcode) {
            case WqeOpcode.RDMA_WRITE, WqeOpcode.RDMA_WRITE_IMM -> WcOpcode.RDMA_WRITE.code();
            case WqeOpcode.RDMA_READ -> WcOpcode.RDMA_READ.code();
            case WqeOpcode.SEND, WqeOpcode.SEND_IMM, WqeOpcode.SEND_INVAL -> WcOpcode.SEND.code();
            default -> queue.localOpcode(counter);
        };
    }

    private static void received(MemorySegment memory, long base, MlxQp qp, int counter, int opcode, Completions into) {
        int flags = switch (opcode) {
            case Cqe.RESP_SEND_IMM, Cqe.RESP_WR_IMM -> WcFlag.WITH_IMM;
            case Cqe.RESP_SEND_INV -> WcFlag.WITH_INV;
            default -> 0;
        };
        WcOpcode wcOpcode = opcode == Cqe.RESP_WR_IMM ? WcOpcode.RECV_RDMA_WITH_IMM : WcOpcode.RECV;
        into.succeeded(
                qp.receives().wrId(counter),
                wcOpcode.code(),
                Cqe.BYTE_COUNT.get(memory, base),
                Cqe.QPN.get(memory, base),
                flags == 0 ? 0 : Cqe.IMMEDIATE.get(memory, base),
                flags);
        qp.receives().completed();
    }

    private static void failed(
            MemorySegment memory, long base, MlxQp qp, int counter, boolean request, Completions into) {
        long wrId = request ? qp.sends().wrId(counter) : qp.receives().wrId(counter);
        into.failed(
                wrId,
                STATUS_BY_SYNDROME[Cqe.SYNDROME.get(memory, base)],
                Cqe.QPN.get(memory, base),
                Cqe.VENDOR_SYNDROME.get(memory, base));
        if (request) {
            qp.sends().completed(counter);
        } else {
            qp.receives().completed();
        }
    }
}
