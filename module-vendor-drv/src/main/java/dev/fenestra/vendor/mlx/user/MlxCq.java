package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.manual.Cqe;
import dev.fenestra.hw.sim.manual.CqeOwnership;
import dev.fenestra.hw.sim.manual.DoorbellRecord;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.Completions;
import java.lang.foreign.MemorySegment;

/** A completion queue: takes entries while the owner bit says they are software's, and tells the device how far it has come. */
final class MlxCq implements UserCq {
    private static final int INDEX_MASK = 0xffffff;
    /** A completion of a queue that nobody knows; the whole poll fails, as on mlx5. */
    private static final int UNKNOWN_QUEUE = -2;

    private final MlxUserContext context;
    private final QueueBuffer buffer;
    private final DoorbellRecords.Record record;
    private final int logEntries;
    private final QueueLock lock = new QueueLock(false);
    private final CqeReader reader;
    private int consumer;

    MlxCq(MlxUserContext context, QueueBuffer buffer, DoorbellRecords.Record record, int logEntries) {
        this.context = context;
        this.buffer = buffer;
        this.record = record;
        this.logEntries = logEntries;
        reader = new CqeReader(context);
        for (int i = 0; i < 1 << logEntries; i++) {
            int at = i * Cqe.BYTES;
            Cqe.OWNER.word(buffer.segment(at), buffer.offset(at), Cqe.FRESH);
        }
    }

    @Override
    public int capacity() {
        return (1 << logEntries) - 1;
    }

    @Override
    public int poll(Completions into) {
        lock.lock();
        try {
            int result = 0;
            while (result == 0 && !into.isFull() && isSoftwares(consumer)) {
                int at = entry(consumer++);
                boolean known = reader.read(buffer.segment(at), buffer.offset(at), into);
                result = known ? 0 : UNKNOWN_QUEUE;
            }
            record.publish(DoorbellRecord.RECEIVE, consumer & INDEX_MASK);
            return result;
        } finally {
            lock.unlock();
        }
    }

    private int entry(int index) {
        return (index & (1 << logEntries) - 1) * Cqe.BYTES;
    }

    private boolean isSoftwares(int index) {
        int at = entry(index);
        return CqeOwnership.isSoftwares(CqeOwnership.observe(buffer.segment(at), buffer.offset(at)), index, logEntries);
    }

    /** Takes out the completions of a queue that is gone or reset; the others close up, later ones keep their order. */
    void clean(int userIndex) {
        lock.lock();
        try {
            int end = consumer;
            while (isSoftwares(end)) {
                end++;
            }
            int removed = 0;
            for (int i = end - 1; i - consumer >= 0; i--) {
                int at = entry(i);
                if (Cqe.USER_INDEX.get(buffer.segment(at), buffer.offset(at)) == userIndex) {
                    removed++;
                } else if (removed > 0) {
                    move(at, entry(i + removed));
                }
            }
            consumer += removed;
            record.publish(DoorbellRecord.RECEIVE, consumer & INDEX_MASK);
        } finally {
            lock.unlock();
        }
    }

    /** Copies an entry; the owner bit belongs to the place, not to the entry. */
    private void move(int from, int to) {
        MemorySegment target = buffer.segment(to);
        long offset = buffer.offset(to);
        int owner = Cqe.OWNER.get(target, offset);
        MemorySegment.copy(buffer.segment(from), buffer.offset(from), target, offset, Cqe.BYTES);
        Cqe.OWNER.set(target, offset, owner);
    }

    @Override
    public void destroyed() {
        buffer.free();
        context.records().give(record);
    }
}
