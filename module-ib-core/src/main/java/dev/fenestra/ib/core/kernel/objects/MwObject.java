package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverMw;

/** A memory window. */
public final class MwObject extends KernelObject {
    private final PdObject pd;
    private final DriverMw driver;

    /**
     * Makes a window.
     *
     * @param pd its PD
     * @param driver the driver's object
     */
    public MwObject(PdObject pd, DriverMw driver) {
        super(ObjectKind.MW, pd.alone());
        this.pd = pd;
        this.driver = driver;
    }

    /** {@return its PD} */
    public PdObject pd() {
        return pd;
    }

    /** {@return the driver's object} */
    public DriverMw driver() {
        return driver;
    }

    /** {@return name of the process that allocated it} */
    public String process() {
        return pd.process();
    }
}
