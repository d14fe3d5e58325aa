package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The view of a host's work: the log of refusals, and an observer while one is installed. */
public final class HostTrace {
    private final RefusalLog refusals = new RefusalLog();
    private final QpOwners owners = new QpOwners();
    private volatile @Nullable HostObserver observer;
    private volatile @Nullable LongSupplier now;

    /** Makes a trace without an observer. */
    public HostTrace() {}

    /** {@return the last refusals of all layers} */
    public RefusalLog refusals() {
        return refusals;
    }

    /**
     * Replaces the observer; null removes it.
     *
     * @param newObserver sees each event from now on; null for none
     */
    public void observe(@Nullable HostObserver newObserver) {
        observer = newObserver;
    }

    /** {@return the observer at this moment, or null} */
    @Nullable
    public HostObserver observer() {
        return observer;
    }

    /**
     * Reads the time of refusals from here on, unless another clock was there before.
     *
     * @param clock of a device, nanoseconds
     */
    public void clock(LongSupplier clock) {
        if (now == null) {
            now = clock;
        }
    }

    /**
     * A process has created a QP: from now on refusals on it are its own.
     *
     * @param qpNumber number of the QP
     * @param owner the process
     */
    public void created(int qpNumber, Caller owner) {
        owners.created(qpNumber, owner);
    }

    /**
     * A QP has ended.
     *
     * @param qpNumber number of the QP
     */
    public void destroyed(int qpNumber) {
        owners.destroyed(qpNumber);
    }

    /**
     * Adds a refusal to the log and tells the observer. On a QP it is one of the process that has created the QP.
     *
     * @param refusal what was refused, by which rule and with which values
     */
    public void refused(Refusal refusal) {
        refused(refusal, owners.of(refusal.qpNumber()), null);
    }

    /**
     * Adds a refusal of a process to the log and tells the observer.
     *
     * @param refusal what was refused, by which rule and with which values
     * @param caller the process
     * @param wrId of the request; null when it was none
     */
    public void refused(Refusal refusal, Caller caller, @Nullable Long wrId) {
        LongSupplier clock = now;
        refusals.add(new LoggedRefusal(refusal, clock == null ? -1 : clock.getAsLong(), caller, wrId));
        HostObserver watching = observer;
        if (watching != null) {
            watching.refused(refusal);
        }
    }

    /**
     * Adds a refusal to the log under the layer whose rule it was, and tells the observer.
     *
     * @param refused the refusal, as the caller sees it
     */
    public void refused(VerbsException refused) {
        refused(refused, Caller.UNKNOWN);
    }

    /**
     * Adds a refusal of a process to the log under the layer whose rule it was, and tells the observer.
     *
     * @param refused the refusal, as the caller sees it
     * @param caller the process
     */
    public void refused(VerbsException refused, Caller caller) {
        Rule rule = refused.rule();
        boolean ours = rule instanceof KernelRule || rule instanceof MemoryRule || rule instanceof SpiRule;
        Refusal refusal = new Refusal(
                ours ? "ib-core" : "driver",
                rule.id(),
                rule.violation(),
                refused.errno().name(),
                refused.values());
        refused(refusal, caller, null);
    }
}
