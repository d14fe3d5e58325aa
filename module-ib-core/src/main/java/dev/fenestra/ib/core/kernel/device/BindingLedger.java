package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.memory.KernelMemory;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.LedgerCell;

/**
 * Lends devices one counter per region, and per QP that windows can hold, in kernel memory. The device moves it in the
 * same step that binds or invalidates a window. So the kernel sees bindings that it took no part in.
 */
public final class BindingLedger {
    private final KernelMemory memory;
    private final boolean isBlind;

    /**
     * @param isBlind whether the kernel looks at no cell
     */
    BindingLedger(KernelMemory memory, boolean isBlind) {
        this.memory = memory;
        this.isBlind = isBlind;
    }

    /**
     * How many windows a cell counts, as far as the kernel looks.
     *
     * @param cell a lent cell
     * @return the count; 0 always for a kernel that leaves the check to the device
     */
    public long held(LedgerCell cell) {
        return isBlind ? 0 : cell.count();
    }

    /**
     * Lends a cell.
     *
     * @return a cell that counts 0
     */
    public LedgerCell lend() {
        KernelBuffer buffer = memory.allocate(Long.BYTES);
        return new LedgerCell(buffer.segment(), buffer.offset(), buffer.busAddress());
    }

    /**
     * Takes a cell back. The device no longer uses it.
     *
     * @param cell a lent cell
     */
    public void takeBack(LedgerCell cell) {
        memory.free(new KernelBuffer(cell.segment(), cell.offset(), cell.busAddress(), Long.BYTES));
    }
}
