package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.Doorbell;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The receive queue: a ring of descriptors behind those of the send queue. */
final class SlateReceiveQueue implements ReceiveQueue {
    private static final int COUNT_MASK = 0xffff;

    private final Ring ring;
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
     */
    SlateReceiveQueue(Ring ring, int qpn, int first, int room, QueueLock lock, MappedPage doorbells) {
        this.ring = ring;
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
                piece(0, lkey, address, length);
                publish(wrId, 1);
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
                for (int i = 0; i < pieces.size(); i++) {
                    piece(i, pieces.lkey(i), pieces.address(i), pieces.length(i));
                }
                publish(wrId, pieces.size());
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

    private void piece(int number, int lkey, long address, int length) {
        int at = at() + Descriptor.DATA + number * Descriptor.PIECE_BYTES;
        MemorySegment memory = ring.segment(at);
        long base = ring.offset(at);
        Descriptor.PIECE_ADDRESS.setLong(memory, base, address);
        Descriptor.PIECE_LKEY.set(memory, base, lkey);
        Descriptor.PIECE_LENGTH.set(memory, base, length);
    }

    private void publish(long wrId, int pieces) {
        MemorySegment memory = ring.segment(at());
        long base = ring.offset(at());
        Descriptor.PIECES.set(memory, base, pieces);
        Descriptor.COOKIE.setLong(memory, base, wrId);
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
