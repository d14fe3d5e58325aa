package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverXrcd;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An XRC domain of a device with its targets, shared by all processes that have opened it. The device's table of
 * domains guards it.
 */
public final class XrcDomain {
    private final @Nullable String name;
    private final DriverXrcd driver;
    private final Map<Integer, Target> targets = new HashMap<>();
    private int users = 1;

    /** A target QP, shared by all processes that have opened it. */
    public static final class Target {
        private final DriverQp driver;
        private int users = 1;

        private Target(DriverQp driver) {
            this.driver = driver;
        }

        /** {@return the driver's QP} */
        public DriverQp driver() {
            return driver;
        }

        /** {@return whether another user is left when one closes it} */
        public boolean isShared() {
            return users > 1;
        }

        /** Counts a user. */
        public void opened() {
            users++;
        }

        /** Counts a user less. */
        public void closed() {
            users--;
        }
    }

    /**
     * Makes a domain with one user.
     *
     * @param name null for a domain that nobody else can open
     * @param driver the driver's object
     */
    public XrcDomain(@Nullable String name, DriverXrcd driver) {
        this.name = name;
        this.driver = driver;
    }

    /** {@return its name; null for a domain that nobody else can open} */
    public @Nullable String name() {
        return name;
    }

    /** {@return the driver's object} */
    public DriverXrcd driver() {
        return driver;
    }

    /** {@return whether another user is left when one closes it} */
    public boolean isShared() {
        return users > 1;
    }

    /** Counts a user. */
    public void opened() {
        users++;
    }

    /** Counts a user less. */
    public void closed() {
        users--;
    }

    /**
     * Adds a target with one user.
     *
     * @param target the driver's QP
     */
    public void add(DriverQp target) {
        targets.put(target.number(), new Target(target));
    }

    /**
     * {@return the target with a QP number, or null}
     *
     * @param qpNumber number of the target
     */
    public @Nullable Target target(int qpNumber) {
        return targets.get(qpNumber);
    }

    /**
     * Removes a target.
     *
     * @param target the driver's QP
     */
    public void remove(DriverQp target) {
        targets.remove(target.number());
    }
}
