package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.memory.KernelMemory;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.LedgerCell;

/**
 * Lends devices one counter per region, and per QP that windows can hold, in kernel memory. The device moves it in the
 * same step that binds or invalidates a window, so the kernel sees bindings it was never asked for.
 */
public final class BindingLedger {
    private final KernelMemory memory;

    BindingLedger(KernelMemory memory) {
        this.memory = memory;
    }

    /** A cell that counts 0. */
    public LedgerCell lend() {
        KernelBuffer buffer = memory.allocate(Long.BYTES);
        return new LedgerCell(buffer.segment(), buffer.offset(), buffer.busAddress());
    }

    /** Takes a cell back; the device must have stopped using it. */
    public void takeBack(LedgerCell cell) {
        memory.free(new KernelBuffer(cell.segment(), cell.offset(), cell.busAddress(), Long.BYTES));
    }
}
