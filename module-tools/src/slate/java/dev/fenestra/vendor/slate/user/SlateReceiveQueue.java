package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.Doorbell;
import org.jspecify.annotations.Nullable;

/** The receive queue: a ring of descriptors behind those of the send queue. */
final class SlateReceiveQueue implements ReceiveQueue {
    private static final int COUNT_MASK = 0xffff;

    private final ReceiveWriter writer;
    private final int qpn;
    private final int first;
    private final int room;
    private final QueueLock lock;
    private final MappedPage doorbells;
    private int posted;
    /** Written by the thread that polls. */
    private volatile int completed;

    private volatile boolean open;
    private volatile @Nullable SlateRule lastRefusal;

    /**
     * @param first descriptors before this queue's own
     * @param room a power of two, or 0 where receives come from a shared queue
     */
    SlateReceiveQueue(Ring ring, int qpn, int first, int room, QueueLock lock, MappedPage doorbells) {
        writer = new ReceiveWriter(ring);
        this.qpn = qpn;
        this.first = first;
        this.room = room;
        this.lock = lock;
        this.doorbells = doorbells;
    }

    void completed(int count) {
        completed = count;
    }

    void stateChanged(QpState state) {
        if (state == QpState.RESET) {
            posted = 0;
            completed = 0;
        }
        open = state != QpState.RESET;
    }

    @Override
    public int post(long wrId, int lkey, long address, int length) {
        lock.lock();
        try {
            SlateRule refusal = check(1);
            if (refusal == null) {
                writer.write(at(), wrId, lkey, address, length);
                publish();
            }
            return answer(refusal);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int post(long wrId, SgeList pieces) {
        lock.lock();
        try {
            SlateRule refusal = check(pieces.size());
            if (refusal == null) {
                writer.write(at(), wrId, pieces);
                publish();
            }
            return answer(refusal);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable SlateRule check(int pieces) {
        if (!open) {
            return SlateRule.RECEIVE_STATE;
        }
        if ((posted - completed & COUNT_MASK) >= room) {
            return SlateRule.RECEIVE_ROOM;
        }
        return pieces > Descriptor.MAX_PIECES ? SlateRule.PIECES : null;
    }

    private int at() {
        return (first + (posted & room - 1)) * Descriptor.BYTES;
    }

    private void publish() {
        posted = posted + 1 & COUNT_MASK;
        doorbells.write64(Doorbell.RECEIVE.offset(), Doorbell.value(qpn, posted));
    }

    private int answer(@Nullable SlateRule refusal) {
        lastRefusal = refusal;
        return refusal == null ? 0 : refusal.errno().code();
    }

    @Override
    public @Nullable Rule refusedBy() {
        return lastRefusal;
    }
}
