package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A queue pair; its state is the device's. */
public sealed class QpObject extends KernelObject permits XrcTargetObject {
    private final @Nullable PdObject pd;
    private final QpType type;
    private final DriverQp driver;
    private final @Nullable LedgerCell bound;
    private final Set<Gid> groups = new LinkedHashSet<>();

    /**
     * @param pd null for an XRC target
     * @param uses its PD, its CQs and what else may not go before it
     */
    public QpObject(
            @Nullable PdObject pd, List<KernelObject> uses, QpType type, DriverQp driver, @Nullable LedgerCell bound) {
        super(ObjectKind.QP, uses.toArray(KernelObject[]::new));
        this.pd = pd;
        this.type = type;
        this.driver = driver;
        this.bound = bound;
    }

    /** Null for an XRC target. */
    public final @Nullable PdObject pd() {
        return pd;
    }

    public final QpType type() {
        return type;
    }

    public final DriverQp driver() {
        return driver;
    }

    /** Its cell of the binding ledger, on a device with type-2A windows. */
    public final @Nullable LedgerCell bound() {
        return bound;
    }

    /** The multicast groups that it is attached to; only for who has it for changes. */
    public final Set<Gid> groups() {
        return groups;
    }

    @Override
    public final String heldBy() {
        return bound == null ? "" : boundWindows(bound);
    }
}
