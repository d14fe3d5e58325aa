package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A queue pair. The device has its state. */
public sealed class QpObject extends KernelObject permits XrcTargetObject {
    private final @Nullable PdObject pd;
    private final QpType type;
    private final DriverQp driver;
    private final @Nullable LedgerCell bound;
    /** Only the call that has the QP alone reads and writes it. */
    private int port = 1;

    private final Set<Gid> groups = new LinkedHashSet<>();

    /**
     * Makes a QP.
     *
     * @param pd null for an XRC target
     * @param uses its PD, its CQs and other objects that must outlive it
     * @param type its transport
     * @param driver the driver's object
     * @param bound its cell of the binding ledger, or null
     */
    public QpObject(
            @Nullable PdObject pd, List<KernelObject> uses, QpType type, DriverQp driver, @Nullable LedgerCell bound) {
        super(ObjectKind.QP, uses.toArray(KernelObject[]::new));
        this.pd = pd;
        this.type = type;
        this.driver = driver;
        this.bound = bound;
    }

    /** {@return its PD; null for an XRC target} */
    public final @Nullable PdObject pd() {
        return pd;
    }

    /** {@return its transport} */
    public final QpType type() {
        return type;
    }

    /** {@return the driver's object} */
    public final DriverQp driver() {
        return driver;
    }

    /** {@return its cell of the binding ledger on a device with type-2A windows, else null} */
    public final @Nullable LedgerCell bound() {
        return bound;
    }

    /** {@return the port that it was given, from 1} */
    public final int port() {
        return port;
    }

    /**
     * Notes the port that the device has accepted.
     *
     * @param number from 1
     */
    public final void port(int number) {
        port = number;
    }

    /** {@return the multicast groups that it is attached to} Only the call that has the QP alone uses the set. */
    public final Set<Gid> groups() {
        return groups;
    }

    @Override
    public final String heldBy() {
        return bound == null ? "" : boundWindows(bound);
    }
}
