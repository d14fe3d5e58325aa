package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.CompletionRole;
import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.lang.foreign.MemorySegment;

/** A completion queue. */
final class CardUserCq implements UserCq {
    private final UserVendor vendor;
    private final UserVendor.Opened opened;
    private final QpFinder qps;
    private final CompletionFormat format;
    private final QueueLock lock = new QueueLock(false);
    private PollRing ring;
    /** Whether the first entry is that of a failure whose first completion was polled. */
    private boolean isEnding;

    CardUserCq(UserVendor vendor, UserVendor.Opened opened, QpFinder qps, PollRing ring) {
        this.vendor = vendor;
        this.opened = opened;
        this.qps = qps;
        this.ring = ring;
        format = vendor.completions();
    }

    @Override
    public int capacity() {
        return ring.capacity();
    }

    @Override
    public int poll(Completions into) {
        lock.lock();
        try {
            boolean found = false;
            while (!into.isFull() && ring.isNew(0)) {
                isEnding = take(ring.segment(0), ring.offset(0), into);
                if (!isEnding) {
                    ring.take();
                    found = true;
                }
            }
            if (found) {
                ring.publish();
            }
            return 0;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the entry stands for more completions. */
    private boolean take(MemorySegment memory, long base, Completions into) {
        int qpn = format.word(CompletionRole.QPN).getInt(memory, base);
        QpFinder.Completing qp = qps.find(qpn);
        if (qpn == 0 || qp == null) {
            return false;
        }
        boolean isReceive = format.isReceive(memory, base);
        CompletionStatus status =
                format.status(format.word(CompletionRole.STATUS).getInt(memory, base));
        if (status != CompletionStatus.SUCCESS && format.endsQueue()) {
            return end(qp, isReceive, isEnding ? CompletionStatus.FLUSHED : status, memory, base, into);
        }
        take(qp, isReceive, status, memory, base, into);
        return false;
    }

    /** The request that failed, then those that were flushed with it, one at a time. */
    private boolean end(
            QpFinder.Completing qp,
            boolean isReceive,
            CompletionStatus status,
            MemorySegment memory,
            long base,
            Completions into) {
        int index = status == CompletionStatus.FLUSHED
                ? qp.oldest(isReceive)
                : format.word(CompletionRole.INDEX).getInt(memory, base);
        if (index == PostRing.NONE) {
            return false;
        }
        into.failed(qp.completed(isReceive, index), status(status).code(), qp.number(), error(memory, base));
        return qp.oldest(isReceive) != PostRing.NONE;
    }

    private int error(MemorySegment memory, long base) {
        Word error = format.word(CompletionRole.VENDOR_ERROR);
        return (error.isPresent() ? error : format.word(CompletionRole.STATUS)).getInt(memory, base);
    }

    private void take(
            QpFinder.Completing qp,
            boolean isReceive,
            CompletionStatus status,
            MemorySegment memory,
            long base,
            Completions into) {
        int qpn = qp.number();
        Word index = format.word(CompletionRole.INDEX);
        long kept = index.isPresent() ? qp.completed(isReceive, index.getInt(memory, base)) : 0;
        Word named = format.word(CompletionRole.WR_ID);
        long wrId = named.isPresent() ? named.get(memory, base) : kept;
        if (status != CompletionStatus.SUCCESS) {
            into.failed(wrId, status(status).code(), qpn, error(memory, base));
            return;
        }
        int number = format.word(CompletionRole.OPCODE).getInt(memory, base);
        WcOpcode opcode = isReceive ? received(format.kind(number)) : done(format.opcode(number));
        int flags = isReceive ? grh(qp, memory, base) | flags(number, memory, base) : 0;
        Word value = format.word((flags & WcFlag.WITH_IMM) != 0 ? CompletionRole.IMMEDIATE : CompletionRole.KEY);
        boolean hasValue = flags != 0 || opcode == WcOpcode.LOCAL_INV;
        into.succeeded(
                wrId,
                opcode.code(),
                format.word(CompletionRole.BYTES).getInt(memory, base),
                qpn,
                hasValue ? value.getInt(memory, base) : 0,
                flags);
        if (isReceive) {
            int source = qp.isUd() ? format.word(CompletionRole.SOURCE_QPN).getInt(memory, base) : 0;
            into.source(source, 0, 0, 0, 0);
        }
    }

    /** A format may leave it to the type of the QP. */
    private int grh(QpFinder.Completing qp, MemorySegment memory, long base) {
        Word grh = format.word(CompletionRole.GRH);
        return (grh.isPresent() ? grh.isSet(memory, base) : qp.isUd()) ? WcFlag.GRH : 0;
    }

    private int flags(int number, MemorySegment memory, long base) {
        Word immediate = format.word(CompletionRole.WITH_IMMEDIATE);
        if (immediate.isPresent()) {
            boolean hasKey = format.word(CompletionRole.WITH_KEY).isSet(memory, base);
            return (immediate.isSet(memory, base) ? WcFlag.WITH_IMM : 0) | (hasKey ? WcFlag.WITH_INV : 0);
        }
        return switch (format.kind(number)) {
            case RECEIVE_SEND_IMM, RECEIVE_WRITE_IMM -> WcFlag.WITH_IMM;
            case RECEIVE_SEND_INV -> WcFlag.WITH_INV;
            default -> 0;
        };
    }

    private static WcOpcode received(CompletionKind kind) {
        return kind == CompletionKind.RECEIVE_WRITE_IMM ? WcOpcode.RECV_RDMA_WITH_IMM : WcOpcode.RECV;
    }

    private static WcOpcode done(int opcode) {
        return switch (opcode) {
            case SendOpcode.RDMA_WRITE, SendOpcode.RDMA_WRITE_IMM -> WcOpcode.RDMA_WRITE;
            case SendOpcode.RDMA_READ -> WcOpcode.RDMA_READ;
            case SendOpcode.COMPARE_SWAP -> WcOpcode.COMP_SWAP;
            case SendOpcode.FETCH_ADD -> WcOpcode.FETCH_ADD;
            case SendOpcode.BIND_MW -> WcOpcode.BIND_MW;
            case SendOpcode.LOCAL_INV -> WcOpcode.LOCAL_INV;
            case SendOpcode.FLUSH -> WcOpcode.FLUSH;
            case SendOpcode.ATOMIC_WRITE -> WcOpcode.ATOMIC_WRITE;
            default -> WcOpcode.SEND;
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

    @Override
    public int arm(boolean solicitedOnly) {
        lock.lock();
        try {
            ring.arm(solicitedOnly);
            return 0;
        } finally {
            lock.unlock();
        }
    }

    /** Makes entries of a QP that is gone or reset mean nothing; their places are given back as they are passed. */
    void drop(QpFinder.Completing qp) {
        lock.lock();
        try {
            Word named = format.word(CompletionRole.QPN);
            Word index = format.word(CompletionRole.INDEX);
            for (int i = 0; ring.isNew(i); i++) {
                MemorySegment memory = ring.segment(i);
                long base = ring.offset(i);
                if (named.getInt(memory, base) == qp.number()) {
                    if (index.isPresent()) {
                        qp.completed(format.isReceive(memory, base), index.getInt(memory, base));
                    }
                    ring.clear(i, named);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** The card moves what was not taken; nothing is polled meanwhile. */
    @Override
    public Pending<UserCq> prepareResize(int cqe) {
        UserVendor.Layout<PollRing> layout = vendor.resizedCq(opened, ring, cqe);
        lock.lock();
        return new Prepared<>(
                layout.udata(),
                number -> {
                    PollRing left = ring;
                    ring = layout.made().apply(number);
                    lock.unlock();
                    left.free();
                    return this;
                },
                () -> {
                    lock.unlock();
                    layout.undo().run();
                });
    }

    @Override
    public void destroyed() {
        ring.free();
    }
}
