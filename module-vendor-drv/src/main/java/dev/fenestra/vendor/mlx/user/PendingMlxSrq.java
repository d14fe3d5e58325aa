package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * An SRQ that is laid out, before the kernel creates it.
 *
 * @param srq the queue
 * @param layout its WQEs, including reserved ones
 * @param udata for the kernel half
 */
record PendingMlxSrq(MlxSrq srq, SrqCapacity layout, Udata udata) implements PendingSrq {
    @Override
    public SrqCapacity capacity() {
        return srq.capacity();
    }

    @Override
    public UserSrq complete(int number) {
        srq.created();
        return srq;
    }

    @Override
    public void discard() {
        srq.destroyed();
    }
}
