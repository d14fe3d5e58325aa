package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverAh;

/** An address handle. */
public final class AhObject extends KernelObject {
    private final DriverAh driver;

    public AhObject(PdObject pd, DriverAh driver) {
        super(ObjectKind.AH, pd);
        this.driver = driver;
    }

    public DriverAh driver() {
        return driver;
    }
}
