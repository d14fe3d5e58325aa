package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverAh;

/** An address handle. */
final class AhObject extends KernelObject {
    private final DriverAh driver;

    AhObject(PdObject pd, DriverAh driver) {
        super(ObjectKind.AH, pd);
        this.driver = driver;
    }

    DriverAh driver() {
        return driver;
    }
}
