package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * An opened device whose queues lie in an allocator's memory.
 *
 * @param context the opened device
 * @param room allocates the queues
 */
record MlxParentDomain(MlxUserContext context, QueueRoom room) implements UserContext {
    @Override
    public Pending<UserCq> prepareCq(int cqe) {
        return context.prepareCq(cqe, MlxQueueLock.of(false), room);
    }

    @Override
    public Pending<UserCq> prepareSingleThreadedCq(int cqe) {
        return context.prepareCq(cqe, MlxQueueLock.of(true), room);
    }

    @Override
    public Pending<UserQp> prepareQp(
            QpType type, QpCapacity capacity, boolean signalAll, boolean singleThreaded, UserCq sendCq, UserCq recvCq) {
        return prepareQp(new UserQpRequest(type, capacity, signalAll, singleThreaded, sendCq, recvCq, null, null));
    }

    @Override
    public Pending<UserQp> prepareQp(UserQpRequest request) {
        return context.prepareQp(request, room);
    }

    @Override
    public PendingSrq prepareSrq(SrqCapacity capacity) {
        return context.prepareSrq(capacity, null, room);
    }

    @Override
    public PendingSrq prepareXrcSrq(SrqCapacity capacity, UserCq cq) {
        return context.prepareXrcSrq(capacity, cq, room);
    }

    /** Nothing to close: it is a view, and its objects are closed on their own. */
    @Override
    public void close() {}
}
