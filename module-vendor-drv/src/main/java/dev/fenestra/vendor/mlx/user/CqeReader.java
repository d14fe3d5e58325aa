package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns a CQE into a work completion, and notes in its queue that a request is done. */
final class CqeReader {
    private static final int ATOMIC_BYTES = 8;
    private static final int SUCCESS = WcStatus.SUCCESS.code();
    private static final int RDMA_WRITE = WcOpcode.RDMA_WRITE.code();
    private static final int RDMA_READ = WcOpcode.RDMA_READ.code();
    private static final int SEND = WcOpcode.SEND.code();
    private static final int COMP_SWAP = WcOpcode.COMP_SWAP.code();
    private static final int FETCH_ADD = WcOpcode.FETCH_ADD.code();
    private static final int LOCAL_INV = WcOpcode.LOCAL_INV.code();

    private final QueueTable queues;
    private final CqLayout layout;
    private final InlineScatter inline;
    private final Supplier<@Nullable DriverObserver> observer;

    /**
     * @param layout of the entries; a resize changes only their number
     */
    CqeReader(QueueTable queues, CqLayout layout, InlineScatter inline, Supplier<@Nullable DriverObserver> observer) {
        this.queues = queues;
        this.layout = layout;
        this.inline = inline;
        this.observer = observer;
    }

    /**
     * Adds the completion of an entry, if it makes one. Returns false for an unknown queue, or for an entry that no
     * device writes: the program can write the ring itself.
     *
     * @param last its last word, which was read before
     */
    boolean read(MemorySegment memory, long base, int last, Completions into) {
        int counter = Cqe.WQE_COUNTER.extract(last);
        int opcode = Cqe.OPCODE.extract(last);
        if (opcode == Cqe.REQ) {
            return readSent(memory, base, counter, last, into);
        }
        MlxQp qp = qpOf(memory, base);
        MlxSrq srq = srqOf(memory, base, opcode, qp);
        if (!isOf(qp, srq, opcode)) {
            return false;
        }
        if (srq != null) {
            fromSrq(memory, base, srq, counter, last, into);
        } else if (qp != null) {
            fromQp(memory, base, qp, counter, last, into);
        }
        watch(memory, base);
        return true;
    }

    /** The same for a successful send request. */
    private boolean readSent(MemorySegment memory, long base, int counter, int last, Completions into) {
        MlxSendQueue queue = sendsOf(memory, base);
        if (queue == null || queue.ring().blocks() == 0) {
            return false;
        }
        sent(memory, base, queue, counter, last, into);
        watch(memory, base);
        return true;
    }

    /** The send queue of an entry, or null. */
    private @Nullable MlxSendQueue sendsOf(MemorySegment memory, long base) {
        if (layout.version() == 0) {
            MlxQp qp = queues.byNumber(Cqe.QPN.get(memory, base));
            return qp == null ? null : qp.sends();
        }
        return queues.sendsByUserIndex(Cqe.USER_INDEX.get(memory, base));
    }

    /** Whether an entry with this opcode can belong to the queue that it names. */
    static boolean isOf(@Nullable MlxQp qp, @Nullable MlxSrq srq, int opcode) {
        if (opcode > Cqe.RESP_SEND_INV && opcode != Cqe.REQ_ERR && opcode != Cqe.RESP_ERR) {
            return false;
        }
        if (srq != null) {
            return true;
        }
        boolean isSend = opcode == Cqe.REQ || opcode == Cqe.REQ_ERR;
        return qp != null
                && (isSend ? qp.sends().ring().blocks() > 0 : qp.receives().hasRing());
    }

    /** The QP of an entry, or null. */
    @Nullable
    MlxQp qpOf(MemorySegment memory, long base) {
        return layout.version() == 0
                ? queues.byNumber(Cqe.QPN.get(memory, base))
                : queues.byUserIndex(Cqe.USER_INDEX.get(memory, base));
    }

    /** The SRQ that the WQE of an entry with this opcode came from, or null. */
    @Nullable
    MlxSrq srqOf(MemorySegment memory, long base, int opcode, @Nullable MlxQp qp) {
        if (opcode == Cqe.REQ || opcode == Cqe.REQ_ERR) {
            return null;
        }
        if (layout.version() == 0) {
            return queues.srq(Cqe.USER_INDEX.get(memory, base));
        }
        return qp == null ? queues.srqByUserIndex(Cqe.USER_INDEX.get(memory, base)) : qp.srq();
    }

    /** Shows an entry to the observer, if there is one. */
    void watch(MemorySegment memory, long base) {
        DriverObserver watching = observer.get();
        if (watching != null) {
            int opcode = Cqe.OPCODE.get(memory, base);
            boolean isError = opcode == Cqe.REQ_ERR || opcode == Cqe.RESP_ERR;
            watching.cqeRead(
                    Cqe.QPN.get(memory, base),
                    opcode,
                    isError ? Cqe.SYNDROME.get(memory, base) : 0,
                    () -> memory.asSlice(base, Cqe.BYTES).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private void fromQp(MemorySegment memory, long base, MlxQp qp, int counter, int last, Completions into) {
        switch (Cqe.OPCODE.extract(last)) {
            case Cqe.REQ_ERR -> {
                failed(memory, base, qp.sends().ring().wrId(counter), into);
                qp.sends().ring().completed(counter);
            }
            case Cqe.RESP_ERR -> {
                failed(memory, base, qp.receives().wrId(counter), into);
                qp.receives().completed();
            }
            default -> {
                MlxReceiveQueue queue = qp.receives();
                int status = isInline(Cqe.FORMAT.extract(last))
                        ? inlineOf(queue.buffer(), queue.dataOf(counter), queue.segments(), memory, base)
                        : SUCCESS;
                received(memory, base, queue.wrId(counter), last, status, into);
                queue.completed();
            }
        }
    }

    private void sent(MemorySegment memory, long base, MlxSendQueue queue, int counter, int last, Completions into) {
        int word = Cqe.QPN.word(memory, base);
        int wqeOpcode = Cqe.WQE_OPCODE.extract(word);
        int byteCount = byteCount(memory, base, wqeOpcode);
        boolean immediate = wqeOpcode == WqeOpcode.SEND_IMM || wqeOpcode == WqeOpcode.RDMA_WRITE_IMM;
        SendRing ring = queue.ring();
        int wcOpcode = wcOpcode(wqeOpcode, ring.localOpcode(counter));
        into.succeeded(
                ring.wrId(counter),
                wcOpcode,
                byteCount,
                Cqe.QPN.extract(word),
                wcOpcode == LOCAL_INV ? ring.immediateOf(counter) : 0,
                immediate ? WcFlag.WITH_IMM : 0);
        if (isInline(Cqe.FORMAT.extract(last))) {
            into.spoiled(inlineOf(ring, counter, memory, base, byteCount));
        }
        ring.completed(counter);
    }

    static int byteCount(MemorySegment memory, long base, int wqeOpcode) {
        return switch (wqeOpcode) {
            case WqeOpcode.RDMA_READ -> Cqe.BYTE_COUNT.get(memory, base);
            case WqeOpcode.ATOMIC_CS, WqeOpcode.ATOMIC_FA -> ATOMIC_BYTES;
            default -> 0;
        };
    }

    /**
     * @param localOpcode the kind of the request, when the CQE does not tell it
     */
    static int wcOpcode(int wqeOpcode, int localOpcode) {
        return switch (wqeOpcode) {
            case WqeOpcode.RDMA_WRITE, WqeOpcode.RDMA_WRITE_IMM -> RDMA_WRITE;
            case WqeOpcode.RDMA_READ -> RDMA_READ;
            case WqeOpcode.SEND, WqeOpcode.SEND_IMM, WqeOpcode.SEND_INVAL -> SEND;
            case WqeOpcode.ATOMIC_CS -> COMP_SWAP;
            case WqeOpcode.ATOMIC_FA -> FETCH_ADD;
            default -> localOpcode;
        };
    }

    /** A message that was too long for its receive has only its length. */
    private static void received(MemorySegment memory, long base, long wrId, int last, int status, Completions into) {
        if (status != SUCCESS) {
            into.failed(wrId, status, Cqe.QPN.get(memory, base), 0, Cqe.BYTE_COUNT.get(memory, base));
            return;
        }
        int opcode = Cqe.OPCODE.extract(last);
        int flags = receiveFlags(opcode);
        WcOpcode wcOpcode = opcode == Cqe.RESP_WR_IMM ? WcOpcode.RECV_RDMA_WITH_IMM : WcOpcode.RECV;
        into.succeeded(
                wrId,
                wcOpcode.code(),
                Cqe.BYTE_COUNT.get(memory, base),
                Cqe.QPN.get(memory, base),
                flags == 0 ? 0 : Cqe.IMMEDIATE.get(memory, base),
                flags | CqeSource.flags(memory, base));
        CqeSource.read(memory, base, into);
    }

    /** The meaning of the immediate word, from the flags. */
    static int receiveFlags(int opcode) {
        return switch (opcode) {
            case Cqe.RESP_SEND_IMM, Cqe.RESP_WR_IMM -> WcFlag.WITH_IMM;
            case Cqe.RESP_SEND_INV -> WcFlag.WITH_INV;
            default -> 0;
        };
    }

    /** Whether the data of a request arrived in the entry itself. */
    boolean isInline(MemorySegment memory, long base) {
        return isInline(Cqe.FORMAT.get(memory, base));
    }

    private static boolean isInline(int format) {
        return format == Cqe.INLINE_32 || format == Cqe.INLINE_64;
    }

    /** Copies data from the entry to the data segments of a READ or an atomic. Returns the number of a WcStatus. */
    int inlineOf(SendRing ring, int counter, MemorySegment memory, long base, int length) {
        return isRoomy(memory, base, length)
                ? inline.toSend(ring, counter, memory, payload(memory, base), length)
                : WcStatus.GENERAL_ERR.code();
    }

    /** Copies data from the entry to the data segments of a receive. Returns the number of a WcStatus. */
    int inlineOf(QueueBuffer buffer, int data, int segments, MemorySegment memory, long base) {
        int length = Cqe.BYTE_COUNT.get(memory, base);
        return isRoomy(memory, base, length)
                ? inline.toReceive(buffer, data, segments, memory, payload(memory, base), length)
                : WcStatus.GENERAL_ERR.code();
    }

    /** Whether an entry of its format can hold so many bytes. */
    private boolean isRoomy(MemorySegment memory, long base, int length) {
        int room = Cqe.FORMAT.get(memory, base) == Cqe.INLINE_32 ? Cqe.INLINE_32_BYTES : layout.cqeBytes() - Cqe.BYTES;
        return length >= 0 && length <= room;
    }

    private void fromSrq(MemorySegment memory, long base, MlxSrq srq, int index, int last, Completions into) {
        int opcode = Cqe.OPCODE.extract(last);
        if (opcode == Cqe.RESP_ERR) {
            if (CqeStatus.isPageFault(memory, base)) {
                srq.repost(index);
            } else {
                failed(memory, base, srq.wrId(index), into);
                srq.completed(index);
            }
            return;
        }
        int status = isInline(Cqe.FORMAT.extract(last))
                ? inlineOf(srq.buffer(), srq.dataOf(index), srq.maxSge(), memory, base)
                : SUCCESS;
        received(memory, base, srq.wrId(index), last, status, into);
        srq.completed(index);
    }

    /** 32 bytes lie in the entry itself, 64 in the half before it. */
    private static long payload(MemorySegment memory, long base) {
        return Cqe.FORMAT.get(memory, base) == Cqe.INLINE_32 ? base : base - Cqe.BYTES;
    }

    private static void failed(MemorySegment memory, long base, long wrId, Completions into) {
        into.failed(
                wrId,
                CqeStatus.of(Cqe.SYNDROME.get(memory, base)),
                Cqe.QPN.get(memory, base),
                Cqe.VENDOR_SYNDROME.get(memory, base));
    }
}
