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
    /** The cell that was published last, and where it lies. 0 for none. */
    private long knownCell;

    private boolean isTurn;
    private MemorySegment memory = MemorySegment.NULL;
    private long offset;

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
        int users = used.users() + change;
        used.set(MptEntry.BOUND_COUNT, users);
        publish(used.ledger(), users);
    }

    /** Counts windows of type 2A that are bound through a QP. Windows of other types do not hold a QP. */
    void countThrough(QpView qp, int change) {
        if (typeTwoHoldsQp) {
            publish(qp.ledger(), qp.countWindows(change));
        }
    }

    /** Begins or ends a turn, as {@link WindowUnit#turn} says. Within it the place of a cell is looked up once. */
    void turn(boolean begins) {
        isTurn = begins;
        knownCell = 0;
    }

    private void publish(long cell, long users) {
        if (cell == 0) {
            return;
        }
        if (cell != knownCell) {
            memory = bus.segment(cell);
            offset = bus.offset(cell);
            knownCell = isTurn ? cell : 0;
        }
        CELL.setRelease(memory, offset, users);
    }
}
