package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverSrq;
import org.jspecify.annotations.Nullable;

/** A shared receive queue. */
public final class SrqObject extends KernelObject {
    private final DriverSrq driver;
    private final PdObject pd;
    private final @Nullable CqObject cq;

    /**
     * Makes an ordinary SRQ.
     *
     * @param pd its PD
     * @param driver the driver's object
     */
    public SrqObject(PdObject pd, DriverSrq driver) {
        super(ObjectKind.SRQ, pd);
        this.driver = driver;
        this.pd = pd;
        cq = null;
    }

    /**
     * Makes an XRC SRQ.
     *
     * @param pd its PD
     * @param domain its XRC domain
     * @param cq where its receives complete
     * @param driver the driver's object
     */
    public SrqObject(PdObject pd, XrcdObject domain, CqObject cq, DriverSrq driver) {
        super(ObjectKind.SRQ, pd, domain, cq);
        this.driver = driver;
        this.pd = pd;
        this.cq = cq;
    }

    /** {@return its PD} */
    public PdObject pd() {
        return pd;
    }

    /** {@return where the receives of an XRC SRQ complete; null for an ordinary one} */
    @Nullable
    public CqObject cq() {
        return cq;
    }

    /** {@return the driver's object} */
    public DriverSrq driver() {
        return driver;
    }
}
