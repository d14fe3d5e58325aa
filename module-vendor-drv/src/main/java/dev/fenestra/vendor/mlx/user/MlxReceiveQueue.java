package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.manual.DataSegment;
import dev.fenestra.hw.sim.manual.DoorbellRecord;
import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The receive queue: a WQE is a list of data segments, ended early by a terminator. Posting rings no register, only the record moves. */
final class MlxReceiveQueue implements ReceiveQueue {
    private final QueueBuffer buffer;
    private final QpSizes sizes;
    private final QueueLock lock;
    private final DoorbellRecords.Record record;
    private final long[] wrIds;
    private int head;
    private volatile int tail;
    private boolean open;
    private int unit;

    MlxReceiveQueue(QueueBuffer buffer, QpSizes sizes, QueueLock lock, DoorbellRecords.Record record) {
        this.buffer = buffer;
        this.sizes = sizes;
        this.lock = lock;
        this.record = record;
        wrIds = new long[sizes.receives()];
    }

    /** Opens at INIT, closes at RESET; other states change nothing. */
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
            MlxRule refused = refusal(1);
            if (refused != null) {
                return refused.errno().code();
            }
            unit = 0;
            segment(lkey, address, length);
            publish(wrId);
            return 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int post(long wrId, SgeList pieces) {
        lock.lock();
        try {
            MlxRule refused = refusal(pieces.size());
            if (refused != null) {
                return refused.errno().code();
            }
            unit = 0;
            for (int i = 0; i < pieces.size(); i++) {
                segment(pieces.lkey(i), pieces.address(i), pieces.length(i));
            }
            publish(wrId);
            return 0;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable MlxRule refusal(int pieces) {
        if (!open) {
            return MlxRule.RECEIVE_STATE;
        }
        if (head - tail >= sizes.receives()) {
            return MlxRule.RECEIVE_ROOM;
        }
        return pieces > sizes.maxReceiveSge() ? MlxRule.RECEIVE_SGE : null;
    }

    private void segment(int lkey, long address, int length) {
        if (length != 0) {
            write(lkey, address, length);
        }
    }

    private void write(int lkey, long address, int length) {
        int at = ((head & sizes.receives() - 1) << sizes.logReceiveStride()) + unit++ * DataSegment.BYTES;
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        DataSegment.BYTE_COUNT.word(memory, offset, length);
        DataSegment.LKEY.word(memory, offset, lkey);
        DataSegment.ADDRESS.setLong(memory, offset, address);
    }

    private void publish(long wrId) {
        if (unit < sizes.maxReceiveSge()) {
            write(DataSegment.TERMINATOR_LKEY, 0, 0);
        }
        wrIds[head & sizes.receives() - 1] = wrId;
        head++;
        record.publish(DoorbellRecord.RECEIVE, head & 0xffff);
    }

    long wrId(int counter) {
        return wrIds[counter & wrIds.length - 1];
    }

    void completed() {
        tail = tail + 1;
    }
}
