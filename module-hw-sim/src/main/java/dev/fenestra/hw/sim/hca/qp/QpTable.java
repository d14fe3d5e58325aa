package dev.fenestra.hw.sim.hca.qp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The QPs of a device by number. Any thread may find a QP; only the device's serial order adds and removes them. */
public final class QpTable {
    private static final int FIRST_SIZE = 64;

    private volatile @Nullable QpContext[] slots = new @Nullable QpContext[FIRST_SIZE];

    /** Makes an empty table. */
    public QpTable() {}

    /**
     * Adds a QP.
     *
     * @param qp a QP with a number that is not in use
     */
    public void add(QpContext qp) {
        if (qp.number >= slots.length) {
            slots = Arrays.copyOf(slots, Math.max(qp.number + 1, slots.length * 2));
        }
        slots[qp.number] = qp;
    }

    /**
     * Removes a QP.
     *
     * @param qp the QP
     */
    public void remove(QpContext qp) {
        slots[qp.number] = null;
    }

    /**
     * {@return the QP with this number, or null}
     *
     * @param number 0 and up
     */
    public @Nullable QpContext find(int number) {
        @Nullable QpContext[] table = slots;
        return number < table.length ? table[number] : null;
    }

    /** {@return all QPs, each at the index of its number, and null elsewhere} */
    @Nullable
    public QpContext[] slots() {
        return slots;
    }
}
