package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverDm;

/** Memory of the device that a process has allocated. */
public final class DmObject extends KernelObject {
    private final DriverDm driver;
    private final long length;

    public DmObject(DriverDm driver, long length) {
        super(ObjectKind.DM);
        this.driver = driver;
        this.length = length;
    }

    public DriverDm driver() {
        return driver;
    }

    public long length() {
        return length;
    }
}
