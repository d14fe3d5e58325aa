package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/** The view of a host's work: the log of refusals, and an observer while one is installed. */
public final class HostTrace {
    private final RefusalLog refusals = new RefusalLog();
    private volatile @Nullable HostObserver observer;

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
     * Adds a refusal to the log and tells the observer.
     *
     * @param refusal what was refused, by which rule and with which values
     */
    public void refused(Refusal refusal) {
        refusals.add(refusal);
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
        Rule rule = refused.rule();
        boolean ours = rule instanceof KernelRule || rule instanceof MemoryRule || rule instanceof SpiRule;
        refused(new Refusal(
                ours ? "ib-core" : "driver",
                rule.id(),
                rule.violation(),
                refused.errno().name(),
                refused.values()));
    }
}
