package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The way into the kernel: every system call of a process passes here, is counted, and a refusal is logged. */
final class SystemCallGate {
    private final Host host;
    private final String process;
    private final TransitionCounter transitions;

    SystemCallGate(Host host, String process, TransitionCounter transitions) {
        this.host = host;
        this.process = process;
        this.transitions = transitions;
    }

    <T extends @Nullable Object> T call(SystemCall call, Supplier<T> body) {
        transitions.count(call);
        try {
            T result = body.get();
            returning(call, 0);
            return result;
        } catch (VerbsException refused) {
            host.refused(refusal(refused));
            returning(call, refused.errno().code());
            throw refused;
        }
    }

    /** Makes the log entry of a refusal, in the name of the layer whose rule it was. */
    static Refusal refusal(VerbsException refused) {
        Rule rule = refused.rule();
        boolean ours = rule instanceof KernelRule || rule instanceof MemoryRule || rule instanceof SpiRule;
        return new Refusal(
                ours ? "ib-core" : "driver",
                rule.id(),
                rule.violation(),
                refused.errno().name(),
                refused.values());
    }

    private void returning(SystemCall call, int errno) {
        HostObserver observer = host.observer();
        if (observer != null) {
            observer.systemCall(process, call, errno);
        }
    }
}
