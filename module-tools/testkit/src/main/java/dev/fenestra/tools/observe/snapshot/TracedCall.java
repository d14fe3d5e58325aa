package dev.fenestra.tools.observe.snapshot;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A system call of a program as it returns, or a refusal that came without one.
 *
 * @param host name of the host
 * @param nanos when, by the clock of the host's device; null when there is none
 * @param process name of the process; null when nobody knows
 * @param pid its number on the host
 * @param call the call, such as {@code reg_mr}; null for a refusal without one
 * @param arguments what the call was given, by name, in its order
 * @param layer who refused without a call; null for a call
 * @param outcome the errno, or what else the refusal led to; null for a call that succeeds
 * @param rule id of the rule that refuses
 * @param violation what breaks it
 * @param values the compared values
 * @param wrId the request, if it is known
 */
public record TracedCall(
        String host,
        @Nullable Long nanos,
        @Nullable String process,
        @Nullable Integer pid,
        @Nullable String call,
        @Nullable SequencedMap<String, String> arguments,
        @Nullable String layer,
        @Nullable String outcome,
        @Nullable String rule,
        @Nullable String violation,
        @Nullable String values,
        @Nullable @JsonProperty("wr_id") Long wrId) {
    private static final long NANOS = 1_000_000_000;

    static TracedCall of(
            String host,
            long nanos,
            Caller caller,
            SystemCall call,
            CallArguments given,
            @Nullable VerbsException refused) {
        SequencedMap<String, String> arguments = new LinkedHashMap<>();
        given.list().forEach(one -> arguments.put(one.name(), one.value()));
        return new TracedCall(
                host,
                nanos < 0 ? null : nanos,
                caller.process(),
                caller.pid(),
                call.name().toLowerCase(Locale.ROOT),
                arguments,
                null,
                refused == null ? null : refused.errno().name(),
                refused == null ? null : refused.rule().id(),
                refused == null ? null : refused.rule().violation(),
                refused == null ? null : refused.values(),
                null);
    }

    static TracedCall of(String host, LoggedRefusal logged) {
        Refusal refusal = logged.refusal();
        boolean isKnown = logged.caller().isKnown();
        return new TracedCall(
                host,
                logged.nanos() < 0 ? null : logged.nanos(),
                isKnown ? logged.caller().process() : null,
                isKnown ? logged.caller().pid() : null,
                null,
                null,
                refusal.layer(),
                refusal.outcome(),
                refusal.ruleId(),
                refusal.violation(),
                refusal.values(),
                logged.wrId());
    }

    /**
     * Reads what a program has sent.
     *
     * @param line a line of its stream
     * @return the call or refusal
     * @throws InputException when the line is something else
     */
    static TracedCall read(String line) throws InputException {
        return Json.read(line, TracedCall.class);
    }

    /** {@return it as JSON, in one line} */
    public String json() {
        return Json.line(this);
    }

    /**
     * {@return it as a line in the manner of strace} Time, host, process and number, the call with its arguments, and
     * its result.
     */
    public String text() {
        StringBuilder line = new StringBuilder();
        if (nanos != null) {
            line.append(String.format(Locale.ROOT, "%d.%09d ", nanos / NANOS, nanos % NANOS));
        }
        line.append(host).append(' ');
        if (process != null) {
            line.append(process).append('(').append(pid).append(") ");
        }
        String why = rule == null ? "" : String.format(" [%s] %s (%s)", rule, violation, values);
        if (call == null) {
            String request = wrId == null ? "" : ", wr_id " + Long.toUnsignedString(wrId);
            return line + "--- " + layer + " refused" + why + " -> " + outcome + request + " ---";
        }
        StringJoiner given = new StringJoiner(", ", "(", ")");
        if (arguments != null) {
            arguments.forEach((name, value) -> given.add(name + "=" + value));
        }
        return line + call + given + (outcome == null ? " = 0" : " = -1 " + outcome + why);
    }
}
