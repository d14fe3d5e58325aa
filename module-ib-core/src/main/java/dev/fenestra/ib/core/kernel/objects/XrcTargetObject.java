package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;

/** An XRC target as one process has created or opened it. */
public final class XrcTargetObject extends QpObject {
    private final XrcDomain domain;

    /**
     * Makes a target.
     *
     * @param opened its domain, as the process opened it
     * @param driver the driver's QP
     */
    public XrcTargetObject(XrcdObject opened, DriverQp driver) {
        super(null, List.of(opened), QpType.XRC_TGT, driver, null);
        domain = opened.domain();
    }

    /** {@return its domain} */
    public XrcDomain domain() {
        return domain;
    }
}
