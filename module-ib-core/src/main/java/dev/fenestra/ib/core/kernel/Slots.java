package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Where hardware is plugged in. Each piece is offered to every driver until one claims it, as PCI probing does. */
final class Slots {
    private final List<Object> unclaimed = new ArrayList<>();

    void plug(Object hardware) {
        unclaimed.add(hardware);
    }

    /**
     * Offers what is unclaimed.
     *
     * @param register takes the devices that a driver found in one slot; when it refuses, the slot stays unclaimed
     */
    void probe(RdmaDriver driver, KernelServices services, Consumer<List<RdmaDevice>> register) {
        Iterator<Object> slots = unclaimed.iterator();
        while (slots.hasNext()) {
            List<RdmaDevice> found = driver.probe(slots.next(), services);
            if (!found.isEmpty()) {
                register.accept(found);
                slots.remove();
            }
        }
    }
}
