package dev.fenestra.ib.core.spi;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * One counter of the binding ledger: how many windows are bound to a region (or, on a 2A device, through a QP).
 *
 * <p>The cell is 8 bytes of kernel memory, big-endian and 8-aligned. The kernel lends it to the device and only reads
 * it. The device stores the new count by DMA in the same step in which it changes a window's entry. A device that never
 * stores there must refuse the destroy command itself.
 *
 * @param segment kernel memory
 * @param offset of the cell in the segment
 * @param busAddress of the cell
 */
public record LedgerCell(MemorySegment segment, long offset, long busAddress) {
    private static final VarHandle COUNT =
            ValueLayout.JAVA_LONG.withOrder(BIG_ENDIAN).varHandle();

    /** {@return windows bound at this moment, as the device has stored it} */
    public long count() {
        return (long) COUNT.getAcquire(segment, offset);
    }
}
