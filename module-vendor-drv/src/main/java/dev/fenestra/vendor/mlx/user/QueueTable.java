package dev.fenestra.vendor.mlx.user;

import org.jspecify.annotations.Nullable;

/** Finds the queues that a CQE names. */
interface QueueTable {
    /** The QP with this user index, as CQEs of version 1 name it, or null. */
    @Nullable
    MlxQp byUserIndex(int userIndex);

    /** The send queue of the QP with this user index, or null. */
    default @Nullable MlxSendQueue sendsByUserIndex(int userIndex) {
        MlxQp qp = byUserIndex(userIndex);
        return qp == null ? null : qp.sends();
    }

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

    /** Gives this user index to this QP. */
    void remember(int userIndex, MlxQp qp);

    /** Gives this user index to this XRC SRQ. */
    void remember(int userIndex, MlxSrq srq);

    /** Frees the user index of a queue that is gone. */
    void forget(int userIndex);
}
