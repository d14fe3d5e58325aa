package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverPd;
import java.util.List;

/** A protection domain. */
public final class PdObject extends KernelObject {
    private final DriverPd driver;
    private final String process;
    private final List<KernelObject> alone = List.of(this);

    /**
     * Makes a PD.
     *
     * @param driver the driver's object
     * @param process name of the process that allocated it
     */
    public PdObject(DriverPd driver, String process) {
        super(ObjectKind.PD);
        this.driver = driver;
        this.process = process;
    }

    /** {@return name of the process that allocated it} */
    public String process() {
        return process;
    }

    /** A list of this PD alone, since most objects use nothing else. */
    List<KernelObject> alone() {
        return alone;
    }

    /** {@return the driver's object} */
    public DriverPd driver() {
        return driver;
    }
}
