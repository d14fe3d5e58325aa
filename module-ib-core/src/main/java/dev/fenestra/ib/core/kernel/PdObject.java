package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverPd;

/** A protection domain. */
final class PdObject extends KernelObject {
    private final DriverPd driver;

    PdObject(DriverPd driver) {
        super(ObjectKind.PD);
        this.driver = driver;
    }

    DriverPd driver() {
        return driver;
    }
}
