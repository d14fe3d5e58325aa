package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.memory.DmaDomain;
import dev.fenestra.ib.core.memory.KernelMemory;
import dev.fenestra.ib.core.memory.PhysicalMemory;

/**
 * The way of the devices of a slot to memory.
 *
 * @param domain bus addresses
 * @param memory kernel memory that they reach
 * @param ledger cells in that memory
 */
public record SlotDma(DmaDomain domain, KernelMemory memory, BindingLedger ledger) {
    /**
     * Makes the way to memory of a slot.
     *
     * @param physical memory of the host
     * @param domain bus addresses of the slot
     */
    public SlotDma(PhysicalMemory physical, DmaDomain domain) {
        this(domain, new KernelMemory(physical, domain));
    }

    private SlotDma(DmaDomain domain, KernelMemory memory) {
        this(domain, memory, new BindingLedger(memory));
    }
}
