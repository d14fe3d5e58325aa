package dev.fenestra.vendor.mlx.user;

import org.jspecify.annotations.Nullable;

/** Finds the queues that a CQE tells of. */
interface QueueTable {
    /** The QP with this user index, as CQEs of version 1 name it, or null. */
    @Nullable
    MlxQp byUserIndex(int userIndex);

    /** The QP with this number, as CQEs of version 0 name it, or null. */
    @Nullable
    MlxQp byNumber(int qpNumber);

    /** The XRC SRQ with this user index, as CQEs of version 1 name it, or null. */
    default @Nullable MlxSrq srqByUserIndex(int userIndex) {
        return null;
    }

    /** The SRQ with this number, or null. */
    @Nullable
    MlxSrq srq(int srqNumber);

    /** CQEs with this user index belong to this QP from now on. */
    void remember(int userIndex, MlxQp qp);

    /** CQEs with this user index belong to this XRC SRQ from now on. */
    void remember(int userIndex, MlxSrq srq);

    /** The queue is gone: its user index may be given to another. */
    void forget(int userIndex);
}
