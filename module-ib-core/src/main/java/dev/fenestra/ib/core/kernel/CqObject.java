package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverCq;

/** A completion queue. */
final class CqObject extends KernelObject {
    private final DriverCq driver;

    CqObject(DriverCq driver) {
        super(ObjectKind.CQ);
        this.driver = driver;
    }

    DriverCq driver() {
        return driver;
    }
}
