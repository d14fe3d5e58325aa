package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.hca.table.MptEntry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Counts the users of a region, a page list or a QP, and publishes each count in the cell of host memory that the
 * driver lent for it. A count and its cell change in one step, before anyone else can see the change.
 */
final class BindingLedger {
    private static final VarHandle CELL =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).varHandle();

    private final DmaBus bus;
    /** 2A windows are tied to their QP alone. A QP with bound 2A windows cannot be destroyed. */
    private final boolean typeTwoHoldsQp;
    /** Of counts that come alone. */
    private final Cell single = new Cell();

    /** The cell that was published last, and where it lies. */
    static final class Cell {
        private static final long NONE = 0;
        private long busAddress = NONE;
        private MemorySegment memory = MemorySegment.NULL;
        private long offset;

        /** Looks the next cell up, whichever it is. */
        void forget() {
            busAddress = NONE;
        }
    }

    BindingLedger(DmaBus bus, WindowSupport windows) {
        this.bus = bus;
        typeTwoHoldsQp = windows == WindowSupport.TYPES_1_AND_2A;
    }

    /** {@return whether a QP stays while type-2 windows are bound through it} */
    boolean typeTwoHoldsQp() {
        return typeTwoHoldsQp;
    }

    /**
     * Counts users of a region or a page list.
     *
     * @param used the region or page list
     * @param change 1 for one more, -1 for one less
     */
    void count(Mkey used, int change) {
        single.forget();
        count(used, change, single);
    }

    /**
     * Counts users of a region or a page list.
     *
     * @param used the region or page list
     * @param change 1 for one more, -1 for one less
     * @param known the cell that was published last, since the caller's batch began
     */
    void count(Mkey used, int change, Cell known) {
        int users = used.users() + change;
        used.set(MptEntry.BOUND_COUNT, users);
        publish(used.ledger(), users, known);
    }

    /** Counts windows of type 2A that are bound through a QP. Windows of other types do not hold a QP. */
    void countThrough(QpView qp, int change) {
        if (typeTwoHoldsQp) {
            single.forget();
            publish(qp.ledger(), qp.countWindows(change), single);
        }
    }

    private void publish(long cell, long users, Cell known) {
        if (cell == Cell.NONE) {
            return;
        }
        if (cell != known.busAddress) {
            known.memory = bus.segment(cell);
            known.offset = bus.offset(cell);
            known.busAddress = cell;
        }
        CELL.setRelease(known.memory, known.offset, users);
    }
}
