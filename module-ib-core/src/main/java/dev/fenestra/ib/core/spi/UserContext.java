package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;

/** The user half's view of an opened device. */
public interface UserContext {

    /**
     * @param cqe completions asked for, at least 1
     */
    Pending<UserCq> prepareCq(int cqe);

    /**
     * Lays out a QP's queues. EINVAL when they cannot be laid out as asked.
     *
     * @param signalAll every send request makes a completion
     * @param singleThreaded the caller promises one thread per queue, so no lock is needed
     */
    Pending<UserQp> prepareQp(
            QpType type, QpCapacity capacity, boolean signalAll, boolean singleThreaded, UserCq sendCq, UserCq recvCq);

    /** Gives back what the context itself allocated; all its objects are gone. */
    void close();
}
