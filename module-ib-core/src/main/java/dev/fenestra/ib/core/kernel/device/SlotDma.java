package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.memory.DmaDomain;
import dev.fenestra.ib.core.memory.KernelMemory;
import dev.fenestra.ib.core.memory.PhysicalMemory;

/**
 * The way of the devices of a slot to memory.
 *
 * @param domain bus addresses
 * @param memory kernel memory that they reach
 * @param ledger what the kernel sees of the cells in that memory
 */
public record SlotDma(DmaDomain domain, KernelMemory memory, BindingCounts ledger) {
    /**
     * Makes the way to memory of a slot.
     *
     * @param physical memory of the host
     * @param domain bus addresses of the slot
     * @param isBlind whether the kernel looks at no cell of the ledger
     */
    public SlotDma(PhysicalMemory physical, DmaDomain domain, boolean isBlind) {
        this(domain, new KernelMemory(physical, domain), isBlind);
    }

    private SlotDma(DmaDomain domain, KernelMemory memory, boolean isBlind) {
        this(domain, memory, new BindingCounts(isBlind));
    }
}
