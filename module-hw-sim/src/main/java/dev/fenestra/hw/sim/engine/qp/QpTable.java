package dev.fenestra.hw.sim.engine.qp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The QPs of a device by number. Any thread may find a QP; only the device's serial order adds and removes them. */
public final class QpTable {
    private static final int FIRST_SIZE = 64;

    private volatile @Nullable QpContext[] slots = new @Nullable QpContext[FIRST_SIZE];

    public QpTable() {}

    public void add(QpContext qp) {
        if (qp.number >= slots.length) {
            slots = Arrays.copyOf(slots, Math.max(qp.number + 1, slots.length * 2));
        }
        slots[qp.number] = qp;
    }

    public void remove(QpContext qp) {
        slots[qp.number] = null;
    }

    /** The QP with this number, or null. */
    public @Nullable QpContext find(int number) {
        @Nullable QpContext[] table = slots;
        return number < table.length ? table[number] : null;
    }

    /** All QPs, each at the place of its number, and null at all others. */
    @Nullable
    public QpContext[] slots() {
        return slots;
    }
}
