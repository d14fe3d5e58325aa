package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverSrq;

/** A shared receive queue. */
final class SrqObject extends KernelObject {
    private final DriverSrq driver;

    SrqObject(PdObject pd, DriverSrq driver) {
        super(ObjectKind.SRQ, pd);
        this.driver = driver;
    }

    /** An XRC SRQ. */
    SrqObject(PdObject pd, XrcdObject domain, CqObject cq, DriverSrq driver) {
        super(ObjectKind.SRQ, pd, domain, cq);
        this.driver = driver;
    }

    DriverSrq driver() {
        return driver;
    }
}
