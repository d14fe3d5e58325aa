package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.kernel.device.SlotDma;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports accesses that an IOMMU has refused: in the host's log at once, and after the device's step to every process
 * that has the device open.
 */
final class IommuFaults implements LongConsumer {
    private final HostKernel kernel;
    private volatile @Nullable SlotDma dma;

    IommuFaults(HostKernel kernel) {
        this.kernel = kernel;
    }

    /** Names the slot behind the IOMMU. */
    public void of(SlotDma slot) {
        dma = slot;
    }

    @Override
    public void accept(long busAddress) {
        MemoryRule rule = MemoryRule.IOMMU_MAPPED;
        String values = String.format("bus=0x%x", busAddress);
        kernel.trace().refused(new Refusal("iommu", rule.id(), rule.violation(), rule.outcome(), values));
        kernel.deferred().add(this::report);
    }

    private void report() {
        SlotDma slot = dma;
        if (slot != null) {
            kernel.devices().of(slot).forEach(device -> device.events().raised(AsyncEventType.IOMMU_FAULT, 0));
        }
    }
}
