package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverObject;

/** An object of a kind that only its vendor knows. */
final class VendorObject extends KernelObject {
    private final DriverObject driver;

    VendorObject(PdObject pd, DriverObject driver) {
        super(ObjectKind.VENDOR_OBJECT, pd);
        this.driver = driver;
    }

    DriverObject driver() {
        return driver;
    }
}
