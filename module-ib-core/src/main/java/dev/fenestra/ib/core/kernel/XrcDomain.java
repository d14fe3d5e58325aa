package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverXrcd;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An XRC domain of a device, shared by all who have opened it, with its targets; guarded by {@link XrcDomains}. */
final class XrcDomain {
    final @Nullable String name;
    final DriverXrcd driver;
    /** By QP number. */
    final Map<Integer, Target> targets = new HashMap<>();

    int opened = 1;

    /** A target QP, shared by all who have opened it. */
    static final class Target {
        final DriverQp driver;
        int opened = 1;

        Target(DriverQp driver) {
            this.driver = driver;
        }
    }

    XrcDomain(@Nullable String name, DriverXrcd driver) {
        this.name = name;
        this.driver = driver;
    }
}
