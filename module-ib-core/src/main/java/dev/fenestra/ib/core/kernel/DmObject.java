package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverDm;

/** Memory of the device that a process has allocated. */
final class DmObject extends KernelObject {
    private final DriverDm driver;
    private final long length;

    DmObject(DriverDm driver, long length) {
        super(ObjectKind.DM);
        this.driver = driver;
        this.length = length;
    }

    DriverDm driver() {
        return driver;
    }

    long length() {
        return length;
    }
}
