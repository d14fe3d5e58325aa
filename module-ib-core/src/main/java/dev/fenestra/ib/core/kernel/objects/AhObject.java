package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverAh;

/** An address handle. */
public final class AhObject extends KernelObject {
    private final DriverAh driver;

    /**
     * Makes an address handle.
     *
     * @param pd its PD
     * @param driver the driver's object
     */
    public AhObject(PdObject pd, DriverAh driver) {
        super(ObjectKind.AH, pd);
        this.driver = driver;
    }

    /** {@return the driver's object} */
    public DriverAh driver() {
        return driver;
    }
}
