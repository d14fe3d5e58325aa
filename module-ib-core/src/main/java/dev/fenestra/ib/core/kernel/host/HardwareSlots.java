package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.kernel.device.SlotDma;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/** Where hardware is plugged in. Each piece is offered to every driver until one claims it, as PCI probing does. */
final class HardwareSlots {
    private final List<Slot> unclaimed = new ArrayList<>();

    /**
     * A slot with hardware.
     *
     * @param dma how its devices reach memory
     */
    record Slot(Object hardware, SlotDma dma) {}

    /** Takes the devices that a driver found in a slot. */
    interface Registration {
        void register(List<RdmaDevice> found, SlotDma dma);
    }

    public void plug(Object hardware, SlotDma dma) {
        unclaimed.add(new Slot(hardware, dma));
    }

    /**
     * Offers the unclaimed slots to a driver.
     *
     * @param registration when it refuses, the slot stays unclaimed
     */
    public void probe(RdmaDriver driver, Function<SlotDma, KernelServices> services, Registration registration) {
        Iterator<Slot> slots = unclaimed.iterator();
        while (slots.hasNext()) {
            Slot slot = slots.next();
            List<RdmaDevice> found = driver.probe(slot.hardware, services.apply(slot.dma));
            if (!found.isEmpty()) {
                registration.register(found, slot.dma);
                slots.remove();
            }
        }
    }
}
