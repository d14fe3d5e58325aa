package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverSrq;
import org.jspecify.annotations.Nullable;

/** A shared receive queue. */
public final class SrqObject extends KernelObject {
    private final DriverSrq driver;
    private final PdObject pd;
    private final @Nullable CqObject cq;

    public SrqObject(PdObject pd, DriverSrq driver) {
        super(ObjectKind.SRQ, pd);
        this.driver = driver;
        this.pd = pd;
        cq = null;
    }

    /** An XRC SRQ. */
    public SrqObject(PdObject pd, XrcdObject domain, CqObject cq, DriverSrq driver) {
        super(ObjectKind.SRQ, pd, domain, cq);
        this.driver = driver;
        this.pd = pd;
        this.cq = cq;
    }

    public PdObject pd() {
        return pd;
    }

    /** Where the receives of an XRC SRQ complete; null for an ordinary one. */
    @Nullable
    public CqObject cq() {
        return cq;
    }

    public DriverSrq driver() {
        return driver;
    }
}
