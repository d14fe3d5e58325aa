package dev.fenestra.tools.observe.faults;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fenestra.hw.sim.fabric.Fault;
import dev.fenestra.hw.sim.fabric.FaultAction;
import dev.fenestra.hw.sim.fabric.FaultPlan;
import dev.fenestra.hw.sim.fabric.FaultRates;
import dev.fenestra.hw.sim.fabric.PacketMatch;
import dev.fenestra.hw.sim.wire.WireOpcode;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.input.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plans as JSON. All members are optional but {@code action}:
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
    private static final Set<String> PLAN = Set.of("seed", "faults", "rates");
    private static final Set<String> FAULT = Set.of("action", "opcode", "qp", "psn", "k", "times", "delay_ns");
    private static final Set<String> RATES = Set.of("drop", "duplicate", "delay", "reorder", "corrupt", "max_delay_ns");
    private static final int MAX_24_BITS = 0xffffff;
    private static final int MAX_OPCODE = 0xff;

    private FaultPlanJson() {}

    /**
     * Reads a plan.
     *
     * @throws InputException when the text is not JSON, or no plan
     */
    public static FaultPlan read(String text) throws InputException {
        JsonNode root = JsonNode.parse(text);
        Map<String, JsonNode> plan = root.members(PLAN);
        List<Fault> faults = new ArrayList<>();
        if (plan.containsKey("faults")) {
            for (JsonNode element : root.member("faults").elements()) {
                faults.add(fault(element));
            }
        }
        FaultRates rates = plan.containsKey("rates") ? rates(root.member("rates")) : FaultRates.NONE;
        return new FaultPlan(whole(plan, "seed", Long.MIN_VALUE, Long.MAX_VALUE, 0), faults, rates);
    }

    private static Fault fault(JsonNode element) throws InputException {
        Map<String, JsonNode> fields = element.members(FAULT);
        return new Fault(
                action(element.member("action")),
                new PacketMatch(opcode(fields), number(fields, "qp"), number(fields, "psn")),
                (int) whole(fields, "k", 1, Integer.MAX_VALUE, 1),
                (int) whole(fields, "times", 1, Integer.MAX_VALUE, 1),
                whole(fields, "delay_ns", 0, Long.MAX_VALUE, Fault.DEFAULT_DELAY_NANOS));
    }

    private static FaultAction action(JsonNode node) throws InputException {
        String name = node.text();
        for (FaultAction action : FaultAction.values()) {
            if (name(action).equals(name)) {
                return action;
            }
        }
        throw node.expected("one of "
                + Arrays.stream(FaultAction.values()).map(FaultPlanJson::name).collect(Collectors.joining(", ")));
    }

    private static OptionalInt opcode(Map<String, JsonNode> fields) throws InputException {
        JsonNode node = fields.get("opcode");
        if (node == null) {
            return OptionalInt.empty();
        }
        String name = node.isText() ? node.text() : "";
        for (WireOpcode opcode : WireOpcode.values()) {
            if (opcode.name().equals(name)) {
                return OptionalInt.of(opcode.number());
            }
        }
        if (node.isText() && (name.isEmpty() || !Character.isDigit(name.charAt(0)))) {
            throw node.expected("an opcode, like RC_RDMA_WRITE_FIRST or 0x06");
        }
        return OptionalInt.of((int) node.wholeOrText(0, MAX_OPCODE));
    }

    private static OptionalInt number(Map<String, JsonNode> fields, String name) throws InputException {
        return fields.containsKey(name)
                ? OptionalInt.of((int) whole(fields, name, 0, MAX_24_BITS, 0))
                : OptionalInt.empty();
    }

    private static FaultRates rates(JsonNode node) throws InputException {
        Map<String, JsonNode> fields = node.members(RATES);
        try {
            return new FaultRates(
                    fraction(fields, "drop"),
                    fraction(fields, "duplicate"),
                    fraction(fields, "delay"),
                    fraction(fields, "reorder"),
                    fraction(fields, "corrupt"),
                    whole(fields, "max_delay_ns", 0, Long.MAX_VALUE - 1, Fault.DEFAULT_DELAY_NANOS));
        } catch (IllegalArgumentException e) {
            throw node.wrong(String.valueOf(e.getMessage()));
        }
    }

    private static long whole(Map<String, JsonNode> fields, String name, long least, long most, long absent)
            throws InputException {
        JsonNode node = fields.get(name);
        return node == null ? absent : node.wholeOrText(least, most);
    }

    private static double fraction(Map<String, JsonNode> fields, String name) throws InputException {
        JsonNode node = fields.get(name);
        return node == null ? 0 : node.amount();
    }

    /** Writes a plan; {@link #read} gives it back. */
    public static String write(FaultPlan plan) {
        JsonObject root = new JsonObject();
        root.addProperty("seed", plan.seed());
        JsonArray faults = new JsonArray();
        plan.faults().forEach(fault -> faults.add(json(fault)));
        root.add("faults", faults);
        if (!plan.rates().equals(FaultRates.NONE)) {
            root.add("rates", json(plan.rates()));
        }
        return Json.write(root);
    }

    private static JsonObject json(Fault fault) {
        JsonObject object = new JsonObject();
        object.addProperty("action", name(fault.action()));
        fault.match().opcode().ifPresent(opcode -> object.addProperty("opcode", opcodeName(opcode)));
        fault.match().qpn().ifPresent(qpn -> object.addProperty("qp", String.format(Locale.ROOT, "0x%x", qpn)));
        fault.match().psn().ifPresent(psn -> object.addProperty("psn", psn));
        object.addProperty("k", fault.first());
        object.addProperty("times", fault.times());
        object.addProperty("delay_ns", fault.delayNanos());
        return object;
    }

    private static String opcodeName(int opcode) {
        @Nullable WireOpcode row = WireOpcode.of(opcode);
        return row == null ? String.format(Locale.ROOT, "0x%02x", opcode) : row.name();
    }

    private static JsonObject json(FaultRates rates) {
        JsonObject object = new JsonObject();
        object.addProperty("drop", rates.drop());
        object.addProperty("duplicate", rates.duplicate());
        object.addProperty("delay", rates.delay());
        object.addProperty("reorder", rates.reorder());
        object.addProperty("corrupt", rates.corrupt());
        object.addProperty("max_delay_ns", rates.maxDelayNanos());
        return object;
    }

    private static String name(FaultAction action) {
        return action.name().toLowerCase(Locale.ROOT);
    }
}
