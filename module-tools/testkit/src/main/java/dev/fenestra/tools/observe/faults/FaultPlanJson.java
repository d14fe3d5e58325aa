package dev.fenestra.tools.observe.faults;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.tools.input.Amount;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.input.Whole;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Plans as JSON. All members are optional but {@code action}; {@code $schema} is for
 * editors, and is not read:
 *
 * {@snippet lang = json :
 * {
 *   "seed": 1,
 *   "faults": [
 *     {"action": "drop", "opcode": "RC_RDMA_WRITE_MIDDLE", "qp": "0x40", "psn": 12, "k": 1, "times": 1, "delay_ns":
 * 10000}
 *   ],
 *   "rates": {"drop": 0.01, "duplicate": 0, "delay": 0, "reorder": 0, "corrupt": 0, "max_delay_ns": 20000}
 * }
 * }
 */
public final class FaultPlanJson {
    private static final int MAX_24_BITS = 0xffffff;
    private static final int MAX_OPCODE = 0xff;
    private static final String OPCODE = "an opcode, like RC_RDMA_WRITE_FIRST or 0x06";

    private FaultPlanJson() {}

    /**
     * Reads a plan.
     *
     * @param text the JSON text
     * @return the plan
     * @throws InputException when the text is not JSON, or no plan
     */
    public static FaultPlan read(String text) throws InputException {
        return Json.read(text, Plan.class).plan();
    }

    /**
     * Writes a plan; {@link #read} gives it back.
     *
     * @param plan the plan
     * @return the JSON text
     */
    public static String write(FaultPlan plan) {
        return Json.write(Plan.of(plan));
    }

    /**
     * A plan as a member of other formats.
     *
     * @param seed of the random faults; null for 0
     * @param faults the planned faults; null for none
     * @param rates the random faults; null for none
     */
    @SuppressWarnings("exports") // its components are for Jackson only
    @JsonIgnoreProperties("$schema")
    public record Plan(
            @Whole(orText = true) @Nullable Long seed,
            @Nullable List<Row> faults,
            @Nullable Rates rates) {

        /**
         * The format of a plan.
         *
         * @param plan the plan
         * @return its members
         */
        public static Plan of(FaultPlan plan) {
            return new Plan(
                    plan.seed(),
                    plan.faults().stream().map(Row::of).toList(),
                    plan.rates().equals(FaultRates.NONE) ? null : Rates.of(plan.rates()));
        }

        /**
         * The plan of this format.
         *
         * @return the plan
         */
        public FaultPlan plan() {
            List<Row> rows = faults == null ? List.of() : faults;
            return new FaultPlan(
                    seed == null ? 0 : seed,
                    rows.stream().map(Row::fault).toList(),
                    rates == null ? FaultRates.NONE : rates.value());
        }
    }

    /** One fault. */
    private record Row(
            FaultAction action,
            @Nullable Opcode opcode,

            @Whole(least = 0, most = MAX_24_BITS, orText = true) @JsonFormat(pattern = "0x%x") @Nullable
            Integer qp,

            @Whole(least = 0, most = MAX_24_BITS, orText = true) @Nullable
            Integer psn,

            @Whole(least = 1, orText = true) @Nullable Integer k,

            @Whole(least = 1, orText = true) @Nullable Integer times,

            @JsonProperty("delay_ns") @Whole(least = 0, orText = true) @Nullable
            Long delayNs) {

        static Row of(Fault fault) {
            PacketMatch match = fault.match();
            return new Row(
                    fault.action(),
                    match.opcode().isPresent() ? new Opcode(match.opcode().getAsInt()) : null,
                    match.qpn().isPresent() ? match.qpn().getAsInt() : null,
                    match.psn().isPresent() ? match.psn().getAsInt() : null,
                    fault.first(),
                    fault.times(),
                    fault.delayNanos());
        }

        Fault fault() {
            return new Fault(
                    action,
                    new PacketMatch(optional(opcode == null ? null : opcode.number), optional(qp), optional(psn)),
                    k == null ? 1 : k,
                    times == null ? 1 : times,
                    delayNs == null ? Fault.DEFAULT_DELAY_NANOS : delayNs);
        }

        private static OptionalInt optional(@Nullable Integer number) {
            return number == null ? OptionalInt.empty() : OptionalInt.of(number);
        }
    }

    /** The opcode of a packet, by name or number. */
    @JsonClassDescription(OPCODE)
    private record Opcode(int number) {
        @JsonCreator
        static Opcode of(int number) {
            if (number < 0 || number > MAX_OPCODE) {
                throw new IllegalArgumentException(
                        "expected a whole number from 0 to " + MAX_OPCODE + ", not " + number);
            }
            return new Opcode(number);
        }

        @JsonCreator
        static Opcode of(String text) {
            for (WireOpcode opcode : WireOpcode.values()) {
                if (opcode.name().equals(text)) {
                    return new Opcode(opcode.number());
                }
            }
            try {
                return of(Integer.decode(text));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("expected " + OPCODE + ", not " + Shown.text(text), e);
            }
        }

        @JsonValue
        String text() {
            @Nullable WireOpcode row = WireOpcode.of(number);
            return row == null ? String.format(Locale.ROOT, "0x%02x", number) : row.name();
        }
    }

    /** How often the link does what; absent is never. */
    private record Rates(
            @Amount @Nullable Double drop,
            @Amount @Nullable Double duplicate,
            @Amount @Nullable Double delay,
            @Amount @Nullable Double reorder,
            @Amount @Nullable Double corrupt,

            @JsonProperty("max_delay_ns") @Whole(least = 0, most = Long.MAX_VALUE - 1, orText = true) @Nullable
            Long maxDelayNs) {

        /** {@link IllegalArgumentException} says what is wrong with all of them together. */
        private Rates {
            value(drop, duplicate, delay, reorder, corrupt, maxDelayNs);
        }

        static Rates of(FaultRates rates) {
            return new Rates(
                    rates.drop(),
                    rates.duplicate(),
                    rates.delay(),
                    rates.reorder(),
                    rates.corrupt(),
                    rates.maxDelayNanos());
        }

        FaultRates value() {
            return value(drop, duplicate, delay, reorder, corrupt, maxDelayNs);
        }

        private static FaultRates value(
                @Nullable Double drop,
                @Nullable Double duplicate,
                @Nullable Double delay,
                @Nullable Double reorder,
                @Nullable Double corrupt,
                @Nullable Long maxDelayNs) {
            return new FaultRates(
                    orNone(drop),
                    orNone(duplicate),
                    orNone(delay),
                    orNone(reorder),
                    orNone(corrupt),
                    maxDelayNs == null ? Fault.DEFAULT_DELAY_NANOS : maxDelayNs);
        }

        private static double orNone(@Nullable Double rate) {
            return rate == null ? 0 : rate;
        }
    }
}
