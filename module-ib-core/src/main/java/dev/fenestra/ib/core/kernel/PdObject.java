package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverPd;
import java.util.List;

/** A protection domain. */
final class PdObject extends KernelObject {
    private final DriverPd driver;
    private final List<KernelObject> alone = List.of(this);

    PdObject(DriverPd driver) {
        super(ObjectKind.PD);
        this.driver = driver;
    }

    /** A list of this PD, for the many objects that use nothing else. */
    List<KernelObject> alone() {
        return alone;
    }

    DriverPd driver() {
        return driver;
    }
}
