package dev.fenestra.vendor.mlx.user;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The receive queue. A WQE is a list of data segments; a terminator ends a short list. A signed WQE begins with a
 * segment for the signature. A post changes only the doorbell record, and rings no register.
 */
final class MlxReceiveQueue implements ReceiveQueue {
    private static final int SIGNATURE_OFFSET = 4;
    private static final int BYTE_MASK = 0xff;

    private final QueueBuffer buffer;
    private final QpSizes sizes;
    private final ReentrantLock lock;
    private final DoorbellRecords.Record record;
    private final int qpn;
    private final int firstUnit;
    private final long[] wrIds;
    int head;
    /** Written by the thread that polls. */
    volatile int tail;

    private boolean open;
    private int unit;
    /** The rule that the last refused post broke. */
    private volatile @Nullable MlxRule lastRefusal;

    MlxReceiveQueue(
            QueueBuffer buffer,
            QpSizes sizes,
            int qpn,
            boolean signature,
            ReentrantLock lock,
            DoorbellRecords.Record record) {
        this.buffer = buffer;
        this.sizes = sizes;
        this.qpn = qpn;
        this.lock = lock;
        this.record = record;
        firstUnit = signature ? 1 : 0;
        wrIds = new long[sizes.receives()];
    }

    /** Accepts posts from INIT on, and none after RESET. Other states change nothing. */
    void stateChanged(QpState state) {
        lock.lock();
        try {
            if (state == QpState.INIT) {
                open = true;
            } else if (state == QpState.RESET) {
                open = false;
                head = 0;
                tail = 0;
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int post(long wrId, int lkey, long address, int length) {
        lock.lock();
        try {
            MlxRule refused = refusal(1, PieceChecks.length(length));
            if (refused != null) {
                lastRefusal = refused;
                return refused.errno().code();
            }
            begin();
            segment(lkey, address, length);
            publish(wrId, 1);
            return 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int post(long wrId, SgeList pieces) {
        lock.lock();
        try {
            MlxRule refused = refusal(pieces.size(), PieceChecks.lengths(pieces));
            if (refused != null) {
                lastRefusal = refused;
                return refused.errno().code();
            }
            begin();
            for (int i = 0; i < pieces.size(); i++) {
                segment(pieces.lkey(i), pieces.address(i), pieces.length(i));
            }
            publish(wrId, pieces.size());
            return 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable Rule refusedBy() {
        return lastRefusal;
    }

    private @Nullable MlxRule refusal(int pieces, @Nullable MlxRule ofLengths) {
        if (!open) {
            return MlxRule.RECEIVE_STATE;
        }
        if (head - tail >= sizes.receives()) {
            return MlxRule.RECEIVE_ROOM;
        }
        return pieces > sizes.maxReceiveSge() ? MlxRule.RECEIVE_SGE : ofLengths;
    }

    private void begin() {
        unit = firstUnit;
        if (firstUnit > 0) {
            int at = wqe(head);
            buffer.segment(at)
                    .asSlice(buffer.offset(at), 1L << sizes.logReceiveStride())
                    .fill((byte) 0);
        }
    }

    /** An empty piece is left out. */
    private void segment(int lkey, long address, int length) {
        if (length != 0) {
            ReceiveWqe.segment(buffer, nextUnit(), lkey, address, length);
        }
    }

    private int nextUnit() {
        return wqe(head) + unit++ * DataSegment.BYTES;
    }

    private void publish(long wrId, int pieces) {
        if (unit - firstUnit < sizes.maxReceiveSge()) {
            ReceiveWqe.terminator(buffer, nextUnit());
        }
        if (firstUnit > 0) {
            sign(pieces);
        }
        remember(head, wrId);
        head++;
        record.publish(DoorbellRecord.RECEIVE, head & 0xffff);
    }

    /**
     * The checksum covers one unit for each piece and one for itself, and includes QP number and index.
     */
    private void sign(int pieces) {
        int at = wqe(head);
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        long all = 0;
        for (int i = 0; i < (pieces + 1) * DataSegment.BYTES; i += Long.BYTES) {
            all ^= memory.get(JAVA_LONG_UNALIGNED, offset + i);
        }
        // Each of the three parts is complemented. Two complements cancel, so one is left.
        int signature = Checksum.fold(all) ^ Checksum.fold(qpn) ^ Checksum.fold(head & 0xffff) ^ BYTE_MASK;
        memory.set(JAVA_BYTE, offset + SIGNATURE_OFFSET, (byte) signature);
    }

    private int wqe(int counter) {
        return (counter & sizes.receives() - 1) << sizes.logReceiveStride();
    }

    QueueBuffer buffer() {
        return buffer;
    }

    /** False when receives come from an SRQ, or when the QP has none. */
    boolean hasRing() {
        return wrIds.length > 0;
    }

    /** The offset of a receive's data segments in the buffer. */
    int dataOf(int counter) {
        return wqe(counter) + firstUnit * DataSegment.BYTES;
    }

    /** How many data segments fit a WQE. */
    int segments() {
        return (1 << sizes.logReceiveStride()) / DataSegment.BYTES - firstUnit;
    }

    void remember(int counter, long wrId) {
        wrIds[counter & wrIds.length - 1] = wrId;
    }

    long wrId(int counter) {
        return wrIds[counter & wrIds.length - 1];
    }

    void completed() {
        tail = tail + 1;
    }
}
