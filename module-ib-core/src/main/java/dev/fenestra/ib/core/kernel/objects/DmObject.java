package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverDm;

/** Memory of the device that a process has allocated. */
public final class DmObject extends KernelObject {
    private final DriverDm driver;
    private final long length;

    /**
     * Makes device memory.
     *
     * @param driver the driver's object
     * @param length bytes
     */
    public DmObject(DriverDm driver, long length) {
        super(ObjectKind.DM);
        this.driver = driver;
        this.length = length;
    }

    /** {@return the driver's object} */
    public DriverDm driver() {
        return driver;
    }

    /** {@return its bytes} */
    public long length() {
        return length;
    }
}
