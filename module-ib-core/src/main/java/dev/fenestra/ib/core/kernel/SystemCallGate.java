package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The way into the kernel: every system call of a process passes here and is counted, and a refusal is logged. */
final class SystemCallGate {
    private final HostTrace trace;
    private final String process;
    private final TransitionCounter transitions = new TransitionCounter();

    /**
     * @param process name of the process
     */
    SystemCallGate(HostTrace trace, String process) {
        this.trace = trace;
        this.process = process;
    }

    /** Name of the process whose calls pass here. */
    String process() {
        return process;
    }

    /** The calls so far. */
    TransitionCounter transitions() {
        return transitions;
    }

    <T extends @Nullable Object> T call(SystemCall call, Supplier<T> body) {
        transitions.count(call);
        try {
            T result = body.get();
            returning(call, 0);
            return result;
        } catch (VerbsException refused) {
            trace.refused(refused);
            returning(call, refused.errno().code());
            throw refused;
        }
    }

    private void returning(SystemCall call, int errno) {
        HostObserver observer = trace.observer();
        if (observer != null) {
            observer.systemCall(process, call, errno);
        }
    }
}
