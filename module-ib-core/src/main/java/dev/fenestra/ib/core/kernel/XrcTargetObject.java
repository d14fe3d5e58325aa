package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;

/** An XRC target as one process has created or opened it. */
final class XrcTargetObject extends QpObject {
    private final XrcDomain domain;

    XrcTargetObject(XrcdObject opened, DriverQp driver) {
        super(null, List.of(opened), QpType.XRC_TGT, driver, null);
        domain = opened.domain();
    }

    XrcDomain domain() {
        return domain;
    }
}
