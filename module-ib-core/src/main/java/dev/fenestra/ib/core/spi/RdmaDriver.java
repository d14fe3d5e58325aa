package dev.fenestra.ib.core.spi;

import java.util.List;

/**
 * A driver, found by {@link java.util.ServiceLoader}. It is offered every slot of a host and claims the hardware it knows, as PCI
 * probing does.
 */
public interface RdmaDriver {

    /** A short name for listings, unique among drivers. */
    String name();

    /**
     * Looks at the hardware of a slot.
     *
     * @param hardware what is plugged in, opaque to the kernel
     * @param services what the host lends its drivers
     * @return the devices this driver found there, none if it does not know the hardware
     */
    List<RdmaDevice> probe(Object hardware, KernelServices services);
}
