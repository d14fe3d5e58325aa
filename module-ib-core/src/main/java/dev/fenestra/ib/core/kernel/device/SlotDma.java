package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.memory.DmaDomain;
import dev.fenestra.ib.core.memory.KernelMemory;
import dev.fenestra.ib.core.memory.PhysicalMemory;

/**
 * How the devices of a slot reach memory.
 *
 * @param domain bus addresses
 * @param memory kernel memory that they reach
 * @param ledger cells in that memory
 */
public record SlotDma(DmaDomain domain, KernelMemory memory, BindingLedger ledger) {
    public SlotDma(PhysicalMemory physical, DmaDomain domain) {
        this(domain, new KernelMemory(physical, domain));
    }

    private SlotDma(DmaDomain domain, KernelMemory memory) {
        this(domain, memory, new BindingLedger(memory));
    }
}
