package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.SystemCall;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** Kernel transitions of a process: how often it made each system call, refused ones included. */
public final class TransitionCounter {
    private static final SystemCall[] CALLS = SystemCall.values();

    private final AtomicLongArray counts;

    /**
     * @param counts of the calls by ordinal, which the gate keeps
     */
    TransitionCounter(AtomicLongArray counts) {
        this.counts = counts;
    }

    /**
     * {@return how often a call was made}
     *
     * @param call the call
     */
    public long of(SystemCall call) {
        return counts.get(call.ordinal());
    }

    /** {@return all calls together} */
    public long total() {
        long total = 0;
        for (SystemCall call : CALLS) {
            total += of(call);
        }
        return total;
    }

    /** {@return the counts at this moment; calls never made are left out} */
    public Map<SystemCall, Long> counts() {
        Map<SystemCall, Long> made = new EnumMap<>(SystemCall.class);
        for (SystemCall call : CALLS) {
            if (of(call) > 0) {
                made.put(call, of(call));
            }
        }
        return made;
    }
}
