package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.CqDoorbell;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeOwnership;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import dev.fenestra.ib.core.spi.CqCursor;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.vendor.mlx.abi.ResizeCqUdata;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * A completion queue. It takes entries while the owner bit gives them to software, and reports its progress to the
 * device.
 */
final class MlxCq implements UserCq {
    private static final int INDEX_MASK = 0xffffff;
    /** A completion of an unknown queue, or one that no device writes. The whole poll fails, as on mlx5. */
    private static final int UNKNOWN_QUEUE = -2;

    private final UserPages pages;
    private CqLayout layout;
    private QueueBuffer buffer;
    private final DoorbellRecords.Record record;
    private final MemorySegment recordMemory;
    private final long recordOffset;
    private final ReentrantLock lock;
    private final CqeReader reader;
    private final MlxCqCursor cursor;
    private int number;
    int consumer;
    /** The count of completion events taken. With it the device tells a new arm from one that it has served. */
    int events;

    MlxCq(
            UserPages pages,
            QueueTable queues,
            CqLayout layout,
            QueueBuffer buffer,
            DoorbellRecords.Record record,
            ReentrantLock lock) {
        this.pages = pages;
        this.layout = layout;
        this.buffer = buffer;
        this.record = record;
        recordMemory = record.segment();
        recordOffset = record.offset();
        this.lock = lock;
        reader = new CqeReader(queues, layout, new InlineScatter(pages.memory()), pages.observer());
        cursor = new MlxCqCursor(this, reader);
        layout.clear(buffer);
    }

    @Override
    public int capacity() {
        return layout.entries() - 1;
    }

    @Override
    public int poll(Completions into) {
        lock.lock();
        try {
            boolean known = true;
            while (known && !into.isFull()) {
                int at = layout.at(consumer);
                MemorySegment memory = buffer.segment(at);
                long base = buffer.offset(at);
                int last = CqeOwnership.observe(memory, base);
                if (!CqeOwnership.isSoftwares(last, consumer, layout.logEntries())) {
                    break;
                }
                consumer++;
                known = reader.read(memory, base, last, into);
            }
            publish(DoorbellRecord.RECEIVE, consumer & INDEX_MASK);
            return known ? 0 : UNKNOWN_QUEUE;
        } finally {
            lock.unlock();
        }
    }

    private void publish(Field counter, int value) {
        DoorbellRecord.publish(counter, recordMemory, recordOffset, value);
    }

    @Override
    public CqCursor cursor() {
        return cursor;
    }

    void lock() {
        lock.lock();
    }

    /** Reports the taken entries to the device, and unlocks. */
    void release() {
        publish(DoorbellRecord.RECEIVE, consumer & INDEX_MASK);
        lock.unlock();
    }

    boolean hasNext() {
        return isSoftwares(consumer);
    }

    /** Takes the next entry. Returns its place in the ring. */
    int take() {
        return layout.at(consumer++);
    }

    MemorySegment segment(int at) {
        return buffer.segment(at);
    }

    long offset(int at) {
        return buffer.offset(at);
    }

    private boolean isSoftwares(int index) {
        int at = layout.at(index);
        return CqeOwnership.isSoftwares(
                CqeOwnership.observe(buffer.segment(at), buffer.offset(at)), index, layout.logEntries());
    }

    /** Sets the device's number, once the kernel has created the CQ. */
    void created(int cqn) {
        number = cqn;
    }

    @Override
    public int arm(boolean solicitedOnly) {
        lock.lock();
        try {
            int word = CqDoorbell.EVENTS_TAKEN.insert(events)
                    | (solicitedOnly ? CqDoorbell.SOLICITED_ONLY.insert(1) : 0)
                    | CqDoorbell.CONSUMER.insert(consumer);
            publish(DoorbellRecord.SEND, word);
            pages.doorbells().write64(UarPage.CQ_DOORBELL, (long) word << Integer.SIZE | number);
            return 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void eventTaken() {
        lock.lock();
        try {
            events++;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Pending<UserCq> prepareResize(int cqe) {
        CqLayout resized = layout.resized(cqe);
        QueueBuffer ring = new QueueBuffer(pages.memory(), resized.bytes());
        resized.clear(ring);
        Udata udata = Udata.ofBytes(ResizeCqUdata.REQUEST_BYTES, ResizeCqUdata.RESPONSE_BYTES);
        ResizeCqUdata.BUFFER.set(udata.request(), ring.address());
        ResizeCqUdata.CQE_BYTES.set(udata.request(), resized.cqeBytes());
        lock.lock();
        return new PendingResize(this, resized, ring, udata);
    }

    /**
     * Changes to a ring that the device already writes. It copies the remaining entries of the old ring up to the
     * marker. Each entry moves one place, since the marker took a place too. If the program overwrote the marker, all
     * entries are copied.
     */
    void moveTo(CqLayout resized, QueueBuffer ring) {
        int index = consumer;
        int at = layout.at(index);
        while (index - consumer < layout.entries()
                && Cqe.OPCODE.get(buffer.segment(at), buffer.offset(at)) != Cqe.RESIZE_CQ) {
            index++;
            int target = resized.at(index);
            copy(at, ring, target);
            Cqe.OWNER.set(ring.segment(target), ring.offset(target), index >>> resized.logEntries());
            at = layout.at(index);
        }
        buffer.free();
        buffer = ring;
        layout = resized;
        consumer++;
        release();
    }

    /** Removes the completions of a QP that is destroyed or reset. The others move together and keep their order. */
    void clean(MlxQp qp) {
        remove(at -> isOf(qp, at), at -> giveBack(qp, at));
    }

    /** The same for a destroyed XRC SRQ. */
    void clean(int userIndex) {
        remove(at -> Cqe.USER_INDEX.get(buffer.segment(at), buffer.offset(at)) == userIndex, at -> {});
    }

    private void remove(IntPredicate isOut, IntConsumer taken) {
        lock.lock();
        try {
            int end = consumer;
            while (end - consumer < layout.entries() && isSoftwares(end)) {
                end++;
            }
            int removed = 0;
            for (int i = end - 1; i - consumer >= 0; i--) {
                int at = layout.at(i);
                if (isOut.test(at)) {
                    taken.accept(at);
                    removed++;
                } else if (removed > 0) {
                    move(at, layout.at(i + removed));
                }
            }
            consumer += removed;
            publish(DoorbellRecord.RECEIVE, consumer & INDEX_MASK);
        } finally {
            lock.unlock();
        }
    }

    private boolean isOf(MlxQp qp, int at) {
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        return layout.version() == 0
                ? Cqe.QPN.get(memory, offset) == qp.number()
                : Cqe.USER_INDEX.get(memory, offset) == qp.userIndex();
    }

    /** Frees the WQE of a receive that came from an SRQ. */
    private void giveBack(MlxQp qp, int at) {
        MlxSrq srq = qp.srq();
        int last = Cqe.OPCODE.word(buffer.segment(at), buffer.offset(at));
        int opcode = Cqe.OPCODE.extract(last);
        if (srq != null && opcode != Cqe.REQ && opcode != Cqe.REQ_ERR) {
            srq.completed(Cqe.WQE_COUNTER.extract(last));
        }
    }

    /** Copies an entry with its inline data. The owner bit belongs to the place in the ring, so it is not copied. */
    private void move(int from, int to) {
        MemorySegment target = buffer.segment(to);
        long offset = buffer.offset(to);
        int owner = Cqe.OWNER.get(target, offset);
        copy(from, buffer, to);
        Cqe.OWNER.set(target, offset, owner);
    }

    private void copy(int from, QueueBuffer ring, int to) {
        int before = layout.cqeBytes() - Cqe.BYTES;
        MemorySegment.copy(
                buffer.segment(from),
                buffer.offset(from) - before,
                ring.segment(to),
                ring.offset(to) - before,
                layout.cqeBytes());
    }

    @Override
    public void destroyed() {
        buffer.free();
        record.give();
    }
}
