package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.spi.LedgerCell;

/**
 * What the kernel sees of bindings. Each region has a counter in kernel memory, and so has a QP that windows can hold.
 * The device moves the counter in the same step that binds or invalidates a window. So the kernel sees bindings that it
 * took no part in.
 */
public final class BindingCounts {
    private final boolean isBlind;

    /**
     * @param isBlind whether the kernel looks at no cell
     */
    BindingCounts(boolean isBlind) {
        this.isBlind = isBlind;
    }

    /**
     * How many windows a cell counts, as far as the kernel looks.
     *
     * @param cell of a region or a QP
     * @return the count; 0 always for a kernel that leaves the check to the device
     */
    public long held(LedgerCell cell) {
        return isBlind ? 0 : cell.count();
    }
}
