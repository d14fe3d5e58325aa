package dev.fenestra.vendor.common.user;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the QP of a completion. */
final class QpFinder {
    private volatile @Nullable Completing[] qps = new @Nullable Completing[128];

    /** A QP as its CQs see it. */
    interface Completing {
        /** Its number. */
        int number();

        /** Whether what it receives begins with a GRH. */
        boolean isUd();

        /** What completions call the oldest request that has not completed; {@link PostRing#NONE} when all have. */
        int oldest(boolean isReceive);

        /** A completion says how far a queue has come; returns what the program calls the request. */
        long completed(boolean isReceive, int index);
    }

    /** The program can store any number to its CQ. */
    @Nullable
    Completing find(int number) {
        @Nullable Completing[] table = qps;
        return Integer.compareUnsigned(number, table.length) < 0 ? table[number] : null;
    }

    synchronized void add(Completing qp) {
        if (qp.number() >= qps.length) {
            qps = Arrays.copyOf(qps, Math.max(qp.number() + 1, 2 * qps.length));
        }
        qps[qp.number()] = qp;
    }

    synchronized void remove(Completing qp) {
        qps[qp.number()] = null;
    }
}
