package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.SrqNextSegment;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A shared receive queue. Its WQEs are linked by index. A post takes from the head of the list, and one WQE always
 * stays unused. A completed WQE is only marked. When posts run out of WQEs, the marked ones are linked behind the tail.
 *
 * <p>WQEs whose receive met a missing page wait in a second list before they are used again.
 */
final class MlxSrq implements UserSrq {
    /**
     * The additional parts of an XRC SRQ: its own completions, which are removed with it.
     *
     * @param queues the table of queues
     * @param cq where its receives complete
     * @param userIndex in their CQEs
     */
    record Xrc(QueueTable queues, MlxCq cq, int userIndex) {}

    private static final int NONE = -1;

    private final QueueBuffer buffer;
    private final SrqSizes sizes;
    private final ReentrantLock lock;
    private final DoorbellRecords records;
    private final DoorbellRecords.Record record;
    private final @Nullable Xrc xrc;
    private final long[] wrIds;
    private final BitSet completed;
    int head;
    int tail;
    int waitHead;
    int waitTail;
    /** How many WQEs are searched for completed ones. */
    int listed;

    private int counter;
    /** The rule that the last refused post broke. */
    private volatile @Nullable MlxRule lastRefusal;

    MlxSrq(
            QueueBuffer buffer,
            SrqSizes sizes,
            ReentrantLock lock,
            DoorbellRecords records,
            DoorbellRecords.Record record) {
        this(buffer, sizes, lock, records, record, null);
    }

    /**
     * @param xrc for an XRC SRQ
     */
    MlxSrq(
            QueueBuffer buffer,
            SrqSizes sizes,
            ReentrantLock lock,
            DoorbellRecords records,
            DoorbellRecords.Record record,
            @Nullable Xrc xrc) {
        this.xrc = xrc;
        this.buffer = buffer;
        this.sizes = sizes;
        this.lock = lock;
        this.records = records;
        this.record = record;
        wrIds = new long[sizes.wqes()];
        completed = new BitSet(sizes.wqes());
        listed = sizes.listed();
        tail = listed - 1;
        boolean hasWaiting = sizes.wqes() > listed;
        waitHead = hasWaiting ? listed : NONE;
        waitTail = hasWaiting ? sizes.wqes() - 1 : NONE;
        for (int i = 0; i < sizes.wqes(); i++) {
            next(i, i == tail || i == waitTail ? 0 : i + 1);
        }
    }

    int counter() {
        return counter;
    }

    long wrId(int index) {
        return wrIds[index & wrIds.length - 1];
    }

    QueueBuffer buffer() {
        return buffer;
    }

    int maxSge() {
        return sizes.maxSge();
    }

    /** The offset of a WQE's data segments in the buffer. */
    int dataOf(int index) {
        return wqe(index) + SrqNextSegment.BYTES;
    }

    @Override
    public SrqCapacity capacity() {
        return new SrqCapacity(sizes.listed() - 1, sizes.maxSge());
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
            ReceiveWqe.segment(buffer, unit(0), lkey, address, length);
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
            for (int i = 0; i < pieces.size(); i++) {
                ReceiveWqe.segment(buffer, unit(i), pieces.lkey(i), pieces.address(i), pieces.length(i));
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

    /** Completes it, once the kernel has created it. */
    void created() {
        if (xrc != null) {
            xrc.queues.remember(xrc.userIndex, this);
        }
    }

    @Override
    public void destroyed() {
        if (xrc != null) {
            xrc.cq.clean(xrc.userIndex);
            xrc.queues.forget(xrc.userIndex);
        }
        buffer.free();
        records.give(record);
    }

    private @Nullable MlxRule refusal(int pieces, @Nullable MlxRule ofLengths) {
        if (pieces > sizes.maxSge()) {
            return MlxRule.RECEIVE_SGE;
        }
        if (ofLengths != null) {
            return ofLengths;
        }
        return hasRoom() ? null : MlxRule.RECEIVE_ROOM;
    }

    private boolean hasRoom() {
        if (head == tail) {
            relink();
        }
        return head != tail;
    }

    /** Links the completed WQEs behind the tail, in index order from the WQE after the head. */
    private void relink() {
        for (int step = 1; step < listed; step++) {
            int index = (head + step) % listed;
            if (completed.get(index)) {
                completed.clear(index);
                append(index);
            }
        }
    }

    private void append(int index) {
        next(tail, index);
        tail = index;
    }

    /** Where a data segment of the WQE at the head lies. */
    private int unit(int number) {
        return dataOf(head) + number * DataSegment.BYTES;
    }

    private void publish(long wrId, int pieces) {
        if (pieces < sizes.maxSge()) {
            ReceiveWqe.terminator(buffer, unit(pieces));
        }
        publish(wrId);
    }

    private void publish(long wrId) {
        wrIds[head] = wrId;
        head = next(head);
        counter++;
        record.publish(DoorbellRecord.RECEIVE, counter & 0xffff);
    }

    /** Marks the WQE of a completed receive. */
    void completed(int index) {
        lock.lock();
        try {
            completed.set(index & wrIds.length - 1);
        } finally {
            lock.unlock();
        }
    }

    /** Handles a receive that met a missing page: posts it again in another WQE, and lets this WQE wait. */
    void repost(int faulted) {
        lock.lock();
        try {
            int index = faulted & wrIds.length - 1;
            exchange(index);
            if (hasRoom()) {
                int from = dataOf(index);
                int to = dataOf(head);
                MemorySegment.copy(
                        buffer.segment(from),
                        buffer.offset(from),
                        buffer.segment(to),
                        buffer.offset(to),
                        (long) sizes.maxSge() * DataSegment.BYTES);
                publish(wrIds[index]);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Puts a WQE into the waiting list, and takes the one that waited longest out. */
    private void exchange(int index) {
        if (sizes.wqes() == sizes.listed()) {
            completed.set(index);
            return;
        }
        next(waitTail, index);
        waitTail = index;
        int rested = waitHead;
        waitHead = next(rested);
        append(rested);
        listed = sizes.wqes();
    }

    /** The link lies in the program's memory. The mask makes sure that it names a WQE of this queue. */
    int next(int index) {
        int at = wqe(index);
        return SrqNextSegment.NEXT.get(buffer.segment(at), buffer.offset(at)) & wrIds.length - 1;
    }

    private void next(int index, int following) {
        int at = wqe(index);
        SrqNextSegment.NEXT.set(buffer.segment(at), buffer.offset(at), following);
    }

    private int wqe(int index) {
        return (index & sizes.wqes() - 1) << sizes.logStride();
    }
}
