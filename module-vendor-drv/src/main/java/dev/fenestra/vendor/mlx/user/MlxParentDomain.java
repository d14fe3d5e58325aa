package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * An opened device whose rings lie in other memory; doorbell records stay the context's own.
 *
 * @param context the opened device
 * @param rings gives memory for each ring
 */
record MlxParentDomain(MlxUserContext context, UserMemory rings) implements UserContext {
    @Override
    public Pending<UserCq> prepareCq(int cqe) {
        return context.prepareCq(cqe, new QueueLock(false), rings);
    }

    @Override
    public Pending<UserCq> prepareSingleThreadedCq(int cqe) {
        return context.prepareCq(cqe, new QueueLock(true), rings);
    }

    @Override
    public Pending<UserQp> prepareQp(
            QpType type, QpCapacity capacity, boolean signalAll, boolean singleThreaded, UserCq sendCq, UserCq recvCq) {
        return prepareQp(new UserQpRequest(type, capacity, signalAll, singleThreaded, sendCq, recvCq, null, null));
    }

    @Override
    public Pending<UserQp> prepareQp(UserQpRequest request) {
        return context.prepareQp(request, rings);
    }

    @Override
    public PendingSrq prepareSrq(SrqCapacity capacity) {
        return context.prepareSrq(capacity, null, rings);
    }

    @Override
    public PendingSrq prepareXrcSrq(SrqCapacity capacity, UserCq cq) {
        return context.prepareXrcSrq(capacity, cq, rings);
    }

    /** It is a view: what it has made is closed by itself. */
    @Override
    public void close() {}
}
