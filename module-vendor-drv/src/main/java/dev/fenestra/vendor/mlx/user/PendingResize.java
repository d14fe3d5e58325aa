package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserCq;

/**
 * A CQ's next ring, before the device writes to it. The CQ is locked meanwhile, since its old ring ends in a marker.
 *
 * @param cq that is resized
 * @param layout of the next ring
 * @param ring itself, with fresh entries
 * @param udata for the kernel half
 */
record PendingResize(MlxCq cq, CqLayout layout, QueueBuffer ring, Udata udata) implements Pending<UserCq> {
    @Override
    public UserCq complete(int number) {
        cq.moveTo(layout, ring);
        return cq;
    }

    @Override
    public void discard() {
        cq.release();
        ring.free();
    }
}
