package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverPd;
import java.util.List;

/** A protection domain. */
public final class PdObject extends KernelObject {
    private final DriverPd driver;
    private final String process;
    private final List<KernelObject> alone = List.of(this);

    /**
     * @param process name of the process that has it
     */
    public PdObject(DriverPd driver, String process) {
        super(ObjectKind.PD);
        this.driver = driver;
        this.process = process;
    }

    /** Name of the process that has it. */
    public String process() {
        return process;
    }

    /** A list of this PD alone: most objects use nothing else. */
    List<KernelObject> alone() {
        return alone;
    }

    public DriverPd driver() {
        return driver;
    }
}
