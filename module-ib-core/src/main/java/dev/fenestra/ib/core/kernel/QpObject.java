package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A queue pair; its state is the device's. */
final class QpObject extends KernelObject {
    private final PdObject pd;
    private final QpType type;
    private final DriverQp driver;
    private final @Nullable LedgerCell bound;

    /**
     * @param uses its PD, its CQs and what else may not go before it
     */
    QpObject(PdObject pd, List<KernelObject> uses, QpType type, DriverQp driver, @Nullable LedgerCell bound) {
        super(ObjectKind.QP, uses.toArray(KernelObject[]::new));
        this.pd = pd;
        this.type = type;
        this.driver = driver;
        this.bound = bound;
    }

    PdObject pd() {
        return pd;
    }

    QpType type() {
        return type;
    }

    DriverQp driver() {
        return driver;
    }

    /** Its cell of the binding ledger, on a device with type-2A windows. */
    @Nullable
    LedgerCell bound() {
        return bound;
    }

    @Override
    String heldBy() {
        return bound == null ? "" : boundWindows(bound);
    }
}
