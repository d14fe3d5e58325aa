package dev.fenestra.vendor.slate.user;

import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.vendor.slate.card.Doorbell;
import dev.fenestra.vendor.slate.card.Entry;
import dev.fenestra.vendor.slate.card.SlateOpcode;
import java.lang.foreign.MemorySegment;

/** A completion queue: an entry is new when it carries the next sequence number. */
final class SlateCq implements UserCq {
    private static final CompletionStatus[] STATUSES = CompletionStatus.values();

    private final SlateUserContext context;
    private final int number;
    private final Ring ring;
    private final int entries;
    private final QueueLock lock = new QueueLock(false);
    private int taken;

    SlateCq(SlateUserContext context, int number, Ring ring, int entries) {
        this.context = context;
        this.number = number;
        this.ring = ring;
        this.entries = entries;
    }

    @Override
    public int capacity() {
        return entries;
    }

    @Override
    public int poll(Completions into) {
        lock.lock();
        try {
            int before = taken;
            while (!into.isFull() && isNew(taken)) {
                int at = at(taken++);
                take(ring.segment(at), ring.offset(at), into);
            }
            if (taken != before) {
                context.doorbells().write64(Doorbell.COMPLETION.offset(), Doorbell.value(number, taken));
            }
            return 0;
        } finally {
            lock.unlock();
        }
    }

    private int at(int count) {
        return (count & entries - 1) * Entry.BYTES;
    }

    private boolean isNew(int count) {
        int at = at(count);
        return Entry.sequence(ring.segment(at), ring.offset(at)) == count + 1;
    }

    private void take(MemorySegment memory, long base, Completions into) {
        int qpn = Entry.QPN.get(memory, base);
        SlateQp qp = context.qp(qpn);
        if (qpn == 0 || qp == null) {
            return;
        }
        int kind = Entry.KIND.get(memory, base);
        long cookie = Entry.COOKIE.getLong(memory, base);
        CompletionStatus status = STATUSES[Entry.STATUS.get(memory, base)];
        qp.completed(kind != Entry.REQUEST, Entry.COUNT.get(memory, base));
        if (status == CompletionStatus.SUCCESS) {
            into.succeeded(
                    cookie,
                    opcode(kind, Entry.OPCODE.get(memory, base)).code(),
                    Entry.BYTE_COUNT.get(memory, base),
                    qpn,
                    Entry.IMMEDIATE.get(memory, base),
                    flags(kind));
        } else {
            into.failed(cookie, status(status).code(), qpn, Entry.RULE.get(memory, base));
        }
    }

    private static int flags(int kind) {
        return switch (kind) {
            case Entry.RECEIVE_IMM, Entry.RECEIVE_WRITE_IMM -> WcFlag.WITH_IMM;
            case Entry.RECEIVE_INV -> WcFlag.WITH_INV;
            default -> 0;
        };
    }

    private static WcOpcode opcode(int kind, int opcode) {
        return switch (kind) {
            case Entry.REQUEST -> request(SlateOpcode.of(opcode));
            case Entry.RECEIVE_WRITE_IMM -> WcOpcode.RECV_RDMA_WITH_IMM;
            default -> WcOpcode.RECV;
        };
    }

    private static WcOpcode request(SlateOpcode opcode) {
        return switch (opcode) {
            case NOP, SEND, SEND_IMM, SEND_INV -> WcOpcode.SEND;
            case WRITE, WRITE_IMM -> WcOpcode.RDMA_WRITE;
            case READ -> WcOpcode.RDMA_READ;
            case COMPARE_SWAP -> WcOpcode.COMP_SWAP;
            case FETCH_ADD -> WcOpcode.FETCH_ADD;
            case BIND -> WcOpcode.BIND_MW;
            case INVALIDATE -> WcOpcode.LOCAL_INV;
            case FLUSH -> WcOpcode.FLUSH;
            case ATOMIC_WRITE -> WcOpcode.ATOMIC_WRITE;
        };
    }

    private static WcStatus status(CompletionStatus status) {
        return switch (status) {
            case SUCCESS -> WcStatus.SUCCESS;
            case LOCAL_LENGTH -> WcStatus.LOC_LEN_ERR;
            case LOCAL_QP_OPERATION -> WcStatus.LOC_QP_OP_ERR;
            case LOCAL_PROTECTION -> WcStatus.LOC_PROT_ERR;
            case FLUSHED -> WcStatus.WR_FLUSH_ERR;
            case MW_BIND -> WcStatus.MW_BIND_ERR;
            case BAD_RESPONSE -> WcStatus.BAD_RESP_ERR;
            case LOCAL_ACCESS -> WcStatus.LOC_ACCESS_ERR;
            case REMOTE_INVALID_REQUEST -> WcStatus.REM_INV_REQ_ERR;
            case REMOTE_ACCESS -> WcStatus.REM_ACCESS_ERR;
            case REMOTE_OPERATION -> WcStatus.REM_OP_ERR;
            case RETRY_EXCEEDED -> WcStatus.RETRY_EXC_ERR;
            case RNR_RETRY_EXCEEDED -> WcStatus.RNR_RETRY_EXC_ERR;
        };
    }

    /** Makes entries of a QP that is gone or reset mean nothing; their places are given back as they are passed. */
    void drop(int qpn) {
        lock.lock();
        try {
            for (int i = taken; isNew(i); i++) {
                int at = at(i);
                if (Entry.QPN.get(ring.segment(at), ring.offset(at)) == qpn) {
                    Entry.QPN.set(ring.segment(at), ring.offset(at), 0);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void destroyed() {
        ring.free();
    }
}
