package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverMw;

/** A memory window. */
public final class MwObject extends KernelObject {
    private final PdObject pd;
    private final DriverMw driver;

    public MwObject(PdObject pd, DriverMw driver) {
        super(ObjectKind.MW, pd.alone());
        this.pd = pd;
        this.driver = driver;
    }

    public PdObject pd() {
        return pd;
    }

    public DriverMw driver() {
        return driver;
    }

    /** Name of the process that has it. */
    public String process() {
        return pd.process();
    }
}
