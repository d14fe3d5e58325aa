package dev.fenestra.vendor.mlx.user;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The user indexes of an opened device. A CQE names its queue by one. QPs and XRC SRQs share the numbers. */
final class UserIndexes implements QueueTable {
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private volatile @Nullable MlxQp[] qps = new @Nullable MlxQp[16];
    /** Of each QP. A poll finds a send queue without the QP, which would be one more cache miss. */
    private volatile @Nullable MlxSendQueue[] sends = new @Nullable MlxSendQueue[16];

    private volatile @Nullable MlxSrq[] xrcSrqs = new @Nullable MlxSrq[0];
    private int used;

    /** An index that no queue has. */
    synchronized int take() {
        Integer given = free.poll();
        return given != null ? given : used++;
    }

    @Override
    public @Nullable MlxQp byUserIndex(int userIndex) {
        @Nullable MlxQp[] table = qps;
        return userIndex < table.length ? table[userIndex] : null;
    }

    @Override
    public @Nullable MlxSendQueue sendsByUserIndex(int userIndex) {
        @Nullable MlxSendQueue[] table = sends;
        return userIndex < table.length ? table[userIndex] : null;
    }

    /** Searches all QPs. Only a device of CQE version 0 needs this. */
    @Override
    public @Nullable MlxQp byNumber(int qpNumber) {
        for (MlxQp qp : qps) {
            if (qp != null && qp.number() == qpNumber) {
                return qp;
            }
        }
        return null;
    }

    @Override
    public @Nullable MlxSrq srq(int srqNumber) {
        return null;
    }

    @Override
    public @Nullable MlxSrq srqByUserIndex(int userIndex) {
        @Nullable MlxSrq[] table = xrcSrqs;
        return userIndex < table.length ? table[userIndex] : null;
    }

    @Override
    public synchronized void remember(int userIndex, MlxQp qp) {
        if (userIndex >= qps.length) {
            int longer = Math.max(userIndex + 1, qps.length * 2);
            qps = Arrays.copyOf(qps, longer);
            sends = Arrays.copyOf(sends, longer);
        }
        qps[userIndex] = qp;
        sends[userIndex] = qp.sends();
    }

    @Override
    public synchronized void remember(int userIndex, MlxSrq srq) {
        if (userIndex >= xrcSrqs.length) {
            xrcSrqs = Arrays.copyOf(xrcSrqs, Math.max(userIndex + 1, xrcSrqs.length * 2));
        }
        xrcSrqs[userIndex] = srq;
    }

    @Override
    public synchronized void forget(int userIndex) {
        if (userIndex < xrcSrqs.length) {
            xrcSrqs[userIndex] = null;
        }
        if (userIndex < qps.length) {
            qps[userIndex] = null;
            sends[userIndex] = null;
        }
        free.add(userIndex);
    }
}
