package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The view of a host's work: the log of refusals, and an observer while one is installed. */
public final class HostTrace {
    private final RefusalLog refusals = new RefusalLog();
    private final QpOwners owners = new QpOwners();
    private final List<CallFollower> followers = new CopyOnWriteArrayList<>();
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
     * Adds a follower.
     *
     * @param follower sees each system call and refusal from now on
     */
    public void follow(CallFollower follower) {
        followers.add(follower);
    }

    /**
     * Removes a follower.
     *
     * @param follower sees nothing from now on
     */
    public void unfollow(CallFollower follower) {
        followers.remove(follower);
    }

    /** A system call is about to return; its refusal, if it has one, is in the log already. */
    void returned(Caller caller, SystemCall call, Supplier<CallArguments> arguments, @Nullable VerbsException refused) {
        if (!followers.isEmpty()) {
            CallArguments given = arguments.get();
            followers.forEach(follower -> follower.returned(time(), caller, call, given, refused));
        }
    }

    private long time() {
        LongSupplier clock = now;
        return clock == null ? -1 : clock.getAsLong();
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
        LoggedRefusal logged = logged(refusal, caller, wrId);
        followers.forEach(follower -> follower.refused(logged));
    }

    private LoggedRefusal logged(Refusal refusal, Caller caller, @Nullable Long wrId) {
        LoggedRefusal logged = new LoggedRefusal(refusal, time(), caller, wrId);
        refusals.add(logged);
        HostObserver watching = observer;
        if (watching != null) {
            watching.refused(refusal);
        }
        return logged;
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
        refused(refusal(refused), caller, null);
    }

    /** Adds the refusal of a system call, which followers see when the call returns. */
    void refusedCall(VerbsException refused, Caller caller) {
        logged(refusal(refused), caller, null);
    }

    private static Refusal refusal(VerbsException refused) {
        Rule rule = refused.rule();
        boolean ours = rule instanceof KernelRule || rule instanceof MemoryRule || rule instanceof SpiRule;
        return new Refusal(
                ours ? "ib-core" : "driver",
                rule.id(),
                rule.violation(),
                refused.errno().name(),
                refused.values());
    }
}
