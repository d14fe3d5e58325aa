package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.spi.Refusal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A refusal in the log of a host, with what the kernel knows of its circumstances.
 *
 * @param refusal the rule and the compared values
 * @param nanos time of the host's first device, nanoseconds; -1 when there was no device
 * @param caller the process whose call, request or QP it was; {@link Caller#UNKNOWN} when nobody knows
 * @param wrId the request; null when it was no request, or one of a peer
 */
public record LoggedRefusal(
        Refusal refusal,
        long nanos,
        Caller caller,
        @Nullable Long wrId) {
    private static final long NANOS = 1_000_000_000;

    /**
     * A process of a host.
     *
     * @param process its name
     * @param pid its number on the host, from 1
     */
    public record Caller(String process, int pid) {
        /** Nobody that the kernel knows. */
        public static final Caller UNKNOWN = new Caller("", 0);

        /** {@return whether it is a process} */
        public boolean isKnown() {
            return pid > 0;
        }
    }

    /** {@return time, process and request, as far as they are known: the end of a line} */
    public String circumstances() {
        StringBuilder text = new StringBuilder();
        if (nanos >= 0) {
            text.append(String.format(Locale.ROOT, " at %d.%09d s", nanos / NANOS, nanos % NANOS));
        }
        if (caller.isKnown()) {
            text.append(", process ")
                    .append(caller.process)
                    .append(" (")
                    .append(caller.pid)
                    .append(')');
        }
        if (wrId != null) {
            text.append(", wr_id ").append(Long.toUnsignedString(wrId));
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return refusal + circumstances();
    }
}
