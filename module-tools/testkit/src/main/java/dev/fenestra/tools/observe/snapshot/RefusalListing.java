package dev.fenestra.tools.observe.snapshot;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.input.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The refusals of a snapshot, host by host, oldest first.
 *
 * @param rows one for each refusal
 */
public record RefusalListing(List<Row> rows) {

    /** Copies the list. */
    public RefusalListing {
        rows = List.copyOf(rows);
    }

    /**
     * A refusal of a host.
     *
     * @param host name of the host
     * @param number of the refusal on its host, from 1
     * @param nanos time of the host's device, nanoseconds; null when it is not known, as what follows
     * @param process name of the process whose call, request or QP it was
     * @param pid its number on the host
     * @param wrId the request
     * @param layer the layer that refused
     * @param rule its id, such as {@code A7}
     * @param violation why it was refused
     * @param outcome what the program was told
     * @param values the compared values
     */
    public record Row(
            String host,
            long number,
            @Nullable Long nanos,
            @Nullable String process,
            @Nullable Integer pid,
            @Nullable @JsonProperty("wr_id") Long wrId,
            String layer,
            String rule,
            String violation,
            String outcome,
            String values) {

        static Row of(String host, long number, LoggedRefusal logged) {
            Refusal refusal = logged.refusal();
            boolean isKnown = logged.caller().isKnown();
            return new Row(
                    host,
                    number,
                    logged.nanos() < 0 ? null : logged.nanos(),
                    isKnown ? logged.caller().process() : null,
                    isKnown ? logged.caller().pid() : null,
                    logged.wrId(),
                    refusal.layer(),
                    refusal.ruleId(),
                    refusal.violation(),
                    refusal.outcome(),
                    refusal.values());
        }

        /**
         * The refusal as one line, in the words of journals and logs.
         *
         * @return the line, without a line end
         */
        public String text() {
            Refusal refusal = new Refusal(layer, rule, violation, outcome, values);
            Caller caller = process == null || pid == null ? Caller.UNKNOWN : new Caller(process, pid);
            return host + ": " + new LoggedRefusal(refusal, nanos == null ? -1 : nanos, caller, wrId);
        }
    }

    /**
     * Selects the refusals of a snapshot.
     *
     * @param snapshot the state of the hosts
     * @param host only those of this host; null for all
     * @param rule only those by this rule; null for all
     * @return the refusals that match, oldest first
     */
    public static RefusalListing of(Snapshot snapshot, @Nullable String host, @Nullable String rule) {
        List<Row> rows = new ArrayList<>();
        for (HostState state : snapshot.hosts()) {
            long number = state.refusals().forgotten();
            for (LoggedRefusal logged : state.refusals().last()) {
                number++;
                boolean isAsked = (host == null || host.equals(state.name()))
                        && (rule == null
                                || rule.equalsIgnoreCase(logged.refusal().ruleId()));
                if (isAsked) {
                    rows.add(Row.of(state.name(), number, logged));
                }
            }
        }
        return new RefusalListing(rows);
    }

    /** {@return the rows as an array of JSON} */
    public String json() {
        return Json.write(rows) + "\n";
    }
}
