package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverObject;

/** An object of a kind that only its vendor knows. */
public final class VendorObject extends KernelObject {
    private final DriverObject driver;

    /**
     * Makes an object.
     *
     * @param pd its PD
     * @param driver the driver's object
     */
    public VendorObject(PdObject pd, DriverObject driver) {
        super(ObjectKind.VENDOR_OBJECT, pd);
        this.driver = driver;
    }

    /**
     * Makes one that belongs to no PD.
     *
     * @param driver the driver's object
     */
    public VendorObject(DriverObject driver) {
        super(ObjectKind.VENDOR_OBJECT);
        this.driver = driver;
    }

    /** {@return the driver's object} */
    public DriverObject driver() {
        return driver;
    }
}
