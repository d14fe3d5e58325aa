package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverSrq;
import org.jspecify.annotations.Nullable;

/** A shared receive queue. */
final class SrqObject extends KernelObject {
    private final DriverSrq driver;
    private final PdObject pd;
    private final @Nullable CqObject cq;

    SrqObject(PdObject pd, DriverSrq driver) {
        super(ObjectKind.SRQ, pd);
        this.driver = driver;
        this.pd = pd;
        cq = null;
    }

    /** An XRC SRQ. */
    SrqObject(PdObject pd, XrcdObject domain, CqObject cq, DriverSrq driver) {
        super(ObjectKind.SRQ, pd, domain, cq);
        this.driver = driver;
        this.pd = pd;
        this.cq = cq;
    }

    PdObject pd() {
        return pd;
    }

    /** Where the receives of an XRC SRQ complete; null for an ordinary one. */
    @Nullable
    CqObject cq() {
        return cq;
    }

    DriverSrq driver() {
        return driver;
    }
}
