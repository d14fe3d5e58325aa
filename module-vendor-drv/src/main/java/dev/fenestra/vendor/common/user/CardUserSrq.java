package dev.fenestra.vendor.common.user;

import dev.fenestra.ib.core.spi.PendingSrqResize;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import org.jspecify.annotations.Nullable;

/** A shared receive queue. */
final class CardUserSrq implements UserSrq {
    private final UserVendor vendor;
    private final UserVendor.Opened opened;
    private final CardReceiveQueue queue;
    private volatile SrqCapacity capacity;

    CardUserSrq(UserVendor vendor, UserVendor.Opened opened, PostRing ring, SrqCapacity capacity) {
        this.vendor = vendor;
        this.opened = opened;
        this.capacity = capacity;
        queue = new CardReceiveQueue(vendor, vendor.receives(true), ring, capacity.maxSge(), new QueueLock(false))
                .shared();
    }

    long completed(int index) {
        return queue.completed(index);
    }

    @Override
    public SrqCapacity capacity() {
        return capacity;
    }

    @Override
    public int post(long wrId, int lkey, long address, int length) {
        return queue.post(wrId, lkey, address, length);
    }

    @Override
    public int post(long wrId, SgeList pieces) {
        return queue.post(wrId, pieces);
    }

    @Override
    public @Nullable Rule refusedBy() {
        return queue.refusedBy();
    }

    /** The card moves what is posted; nothing is posted meanwhile. */
    @Override
    public PendingSrqResize prepareResize(int maxWr) {
        SrqCapacity made = vendor.srqCapacity(new SrqCapacity(maxWr, capacity.maxSge()));
        UserVendor.Layout<PostRing> layout = vendor.srq(opened, made, false);
        queue.stop();
        return new PreparedResize(
                made,
                layout.udata(),
                number -> {
                    queue.moved(layout.made().apply(number), 0);
                    capacity = made;
                    return made;
                },
                () -> {
                    queue.moved(null, 0);
                    layout.undo().run();
                });
    }

    @Override
    public void destroyed() {
        queue.free();
    }
}
