package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.PendingSrqResize;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.Doorbell;
import org.jspecify.annotations.Nullable;

/** A shared receive queue: a ring of its own, in whose header the card counts what it has taken. */
final class SlateSrq implements UserSrq {
    private static final int COUNT_MASK = 0xffff;

    private final UserMemory memory;
    private final MappedPage doorbells;
    private final int number;
    private final QueueLock lock = new QueueLock(false);
    private volatile SharedLayout layout;
    private int posted;
    private volatile @Nullable SlateRule lastRefusal;

    SlateSrq(UserMemory memory, MappedPage doorbells, int number, SharedLayout layout) {
        this.memory = memory;
        this.doorbells = doorbells;
        this.number = number;
        this.layout = layout;
    }

    @Override
    public SrqCapacity capacity() {
        return layout.capacity();
    }

    @Override
    public int post(long wrId, int lkey, long address, int length) {
        lock.lock();
        try {
            SlateRule refusal = check(1);
            if (refusal == null) {
                layout.writer().write(layout.at(posted), wrId, lkey, address, length);
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
                layout.writer().write(layout.at(posted), wrId, pieces);
                publish();
            }
            return answer(refusal);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable SlateRule check(int pieces) {
        if ((posted - layout.taken() & COUNT_MASK) >= layout.entries()) {
            return SlateRule.RECEIVE_ROOM;
        }
        return pieces > Descriptor.MAX_PIECES ? SlateRule.PIECES : null;
    }

    private void publish() {
        posted = posted + 1 & COUNT_MASK;
        doorbells.write64(Doorbell.SHARED_RECEIVE.offset(), Doorbell.value(number, posted));
    }

    private int answer(@Nullable SlateRule refusal) {
        lastRefusal = refusal;
        return refusal == null ? 0 : refusal.errno().code();
    }

    @Override
    public @Nullable Rule refusedBy() {
        return lastRefusal;
    }

    /** The card moves what is posted; nothing is posted meanwhile. */
    @Override
    public PendingSrqResize prepareResize(int maxWr) {
        SharedLayout other = SharedLayout.of(memory, maxWr);
        lock.lock();
        return new PreparedResize(
                other.capacity(),
                other.udata(),
                _ -> {
                    leave(layout, other);
                    return other.capacity();
                },
                () -> leave(other, layout));
    }

    private void leave(SharedLayout left, SharedLayout kept) {
        layout = kept;
        lock.unlock();
        left.ring().free();
    }

    @Override
    public void destroyed() {
        layout.ring().free();
    }
}
