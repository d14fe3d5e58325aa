package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverMw;

/** A memory window. */
final class MwObject extends KernelObject {
    private final PdObject pd;
    private final DriverMw driver;

    MwObject(PdObject pd, DriverMw driver) {
        super(ObjectKind.MW, pd.alone());
        this.pd = pd;
        this.driver = driver;
    }

    PdObject pd() {
        return pd;
    }

    DriverMw driver() {
        return driver;
    }

    /** Name of the process that has it. */
    String process() {
        return pd.process();
    }
}
