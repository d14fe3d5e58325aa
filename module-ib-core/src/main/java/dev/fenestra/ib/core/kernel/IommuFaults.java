package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Tells of accesses that an IOMMU has refused: in the host's log at once, to all who have the device open once it has ended its step. */
final class IommuFaults implements LongConsumer {
    private final Host host;
    private volatile @Nullable SlotDma dma;

    IommuFaults(Host host) {
        this.host = host;
    }

    /** Whose faults they are. */
    void of(SlotDma slot) {
        dma = slot;
    }

    @Override
    public void accept(long busAddress) {
        MemoryRule rule = MemoryRule.IOMMU_MAPPED;
        host.refused(new Refusal(
                "iommu", rule.id(), rule.violation(), rule.outcome(), String.format("bus=0x%x", busAddress)));
        host.deferred().add(this::tell);
    }

    private void tell() {
        SlotDma slot = dma;
        if (slot != null) {
            host.devicesOf(slot).forEach(device -> device.events().raised(AsyncEventType.IOMMU_FAULT, 0));
        }
    }
}
