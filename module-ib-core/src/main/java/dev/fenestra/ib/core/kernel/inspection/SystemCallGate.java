package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The gate to the kernel. Every system call of a process passes it. It counts the call and logs a refusal. */
public final class SystemCallGate {
    private final HostTrace trace;
    private final Caller caller;
    private final AtomicLongArray counts = new AtomicLongArray(SystemCall.values().length);
    private final TransitionCounter transitions = new TransitionCounter(counts);

    /**
     * Makes the gate of one process.
     *
     * @param trace is told of each call
     * @param caller the process
     */
    public SystemCallGate(HostTrace trace, Caller caller) {
        this.trace = trace;
        this.caller = caller;
    }

    /** {@return the process whose calls pass here} */
    public Caller caller() {
        return caller;
    }

    /** {@return the calls so far} */
    public TransitionCounter transitions() {
        return transitions;
    }

    /**
     * Makes a call: counts it, runs its body, logs its refusal, and tells the observer.
     *
     * @param <T> what the call answers
     * @param call the call
     * @param arguments makes what the call was given; called only when there is an observer
     * @param body does what the call does; what it throws is the refusal
     * @return what the body answers
     */
    public <T extends @Nullable Object> T call(SystemCall call, Supplier<CallArguments> arguments, Supplier<T> body) {
        entered(call);
        try {
            T result = body.get();
            returned(call, arguments);
            return result;
        } catch (VerbsException refused) {
            throw refused(call, arguments, refused);
        }
    }

    /**
     * Counts a call that begins.
     *
     * @param call the call
     */
    public void entered(SystemCall call) {
        counts.incrementAndGet(call.ordinal());
    }

    /**
     * Tells the observer of a call that succeeded.
     *
     * @param call the call
     * @param arguments makes what the call was given
     */
    public void returned(SystemCall call, Supplier<CallArguments> arguments) {
        returning(call, null, arguments);
    }

    /**
     * Logs the refusal of a call, and tells the observer.
     *
     * @param call the call
     * @param arguments makes what the call was given
     * @param refusal why it was refused
     * @return the refusal, to be thrown
     */
    public VerbsException refused(SystemCall call, Supplier<CallArguments> arguments, VerbsException refusal) {
        trace.refusedCall(refusal, caller);
        returning(call, refusal, arguments);
        return refusal;
    }

    private void returning(SystemCall call, @Nullable VerbsException refusal, Supplier<CallArguments> arguments) {
        HostObserver observer = trace.observer();
        if (observer != null) {
            observer.systemCall(
                    caller.process(),
                    call,
                    refusal == null ? 0 : refusal.errno().code(),
                    arguments);
        }
        trace.returned(caller, call, arguments, refusal);
    }
}
