package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverXrcd;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An XRC domain of a device with its targets, shared by all who have opened it. Guarded by the device's table of
 * domains.
 */
public final class XrcDomain {
    private final @Nullable String name;
    private final DriverXrcd driver;
    private final Map<Integer, Target> targets = new HashMap<>();
    private int users = 1;

    /** A target QP, shared by all who have opened it. */
    public static final class Target {
        private final DriverQp driver;
        private int users = 1;

        private Target(DriverQp driver) {
            this.driver = driver;
        }

        public DriverQp driver() {
            return driver;
        }

        /** Whether another user is left when one closes it. */
        public boolean isShared() {
            return users > 1;
        }

        public void opened() {
            users++;
        }

        public void closed() {
            users--;
        }
    }

    /**
     * A new domain with one user.
     *
     * @param name null for a domain that nobody else can open
     */
    public XrcDomain(@Nullable String name, DriverXrcd driver) {
        this.name = name;
        this.driver = driver;
    }

    public @Nullable String name() {
        return name;
    }

    public DriverXrcd driver() {
        return driver;
    }

    /** Whether another user is left when one closes it. */
    public boolean isShared() {
        return users > 1;
    }

    public void opened() {
        users++;
    }

    public void closed() {
        users--;
    }

    /** Adds a target with one user. */
    public void add(DriverQp target) {
        targets.put(target.number(), new Target(target));
    }

    /** The target with this QP number, or null. */
    public @Nullable Target target(int qpNumber) {
        return targets.get(qpNumber);
    }

    public void remove(DriverQp target) {
        targets.remove(target.number());
    }
}
