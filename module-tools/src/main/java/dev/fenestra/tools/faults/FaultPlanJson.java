package dev.fenestra.tools.faults;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.fenestra.hw.sim.fabric.Fault;
import dev.fenestra.hw.sim.fabric.FaultAction;
import dev.fenestra.hw.sim.fabric.FaultPlan;
import dev.fenestra.hw.sim.fabric.FaultRates;
import dev.fenestra.hw.sim.fabric.PacketMatch;
import dev.fenestra.hw.sim.wire.WireOpcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans as JSON. All members are optional but {@code action}:
 *
 * {@snippet lang = json :
 * {
 *   "seed": 1,
 *   "faults": [
 *     {"action": "drop", "opcode": "RC_RDMA_WRITE_MIDDLE", "qp": "0x40", "psn": 12, "k": 1, "times": 1, "delay_ns": 10000}
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
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

    private FaultPlanJson() {}

    /**
     * Reads a plan.
     *
     * @throws FaultPlanException when the text is not JSON, or no plan
     */
    public static FaultPlan read(String text) throws FaultPlanException {
        JsonElement root;
        try {
            root = JsonParser.parseString(text);
        } catch (JsonParseException e) {
            throw new FaultPlanException("not JSON: " + e.getMessage(), e);
        }
        JsonFields plan = new JsonFields("the plan", root, PLAN);
        List<Fault> faults = new ArrayList<>();
        if (plan.has("faults")) {
            JsonElement list = root.getAsJsonObject().get("faults");
            if (!list.isJsonArray()) {
                throw new FaultPlanException("\"faults\" is not an array");
            }
            for (JsonElement element : list.getAsJsonArray()) {
                faults.add(fault("faults[" + faults.size() + "]", element));
            }
        }
        FaultRates rates = plan.has("rates") ? rates(root.getAsJsonObject().get("rates")) : FaultRates.NONE;
        return new FaultPlan(plan.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE, 0), faults, rates);
    }

    private static Fault fault(String where, JsonElement element) throws FaultPlanException {
        JsonFields fields = new JsonFields(where, element, FAULT);
        return new Fault(
                action(where, fields.text("action")),
                new PacketMatch(opcode(where, fields), number(fields, "qp"), number(fields, "psn")),
                (int) fields.whole("k", 1, Integer.MAX_VALUE, 1),
                (int) fields.whole("times", 1, Integer.MAX_VALUE, 1),
                fields.whole("delay_ns", 0, Long.MAX_VALUE, Fault.DEFAULT_DELAY_NANOS));
    }

    private static FaultAction action(String where, String name) throws FaultPlanException {
        for (FaultAction action : FaultAction.values()) {
            if (name(action).equals(name)) {
                return action;
            }
        }
        throw new FaultPlanException(where + ".action: '" + name + "' is none of "
                + Arrays.stream(FaultAction.values()).map(FaultPlanJson::name).toList());
    }

    private static OptionalInt opcode(String where, JsonFields fields) throws FaultPlanException {
        if (!fields.has("opcode")) {
            return OptionalInt.empty();
        }
        String name = fields.text("opcode");
        for (WireOpcode opcode : WireOpcode.values()) {
            if (opcode.name().equals(name)) {
                return OptionalInt.of(opcode.number());
            }
        }
        if (name.isEmpty() || !Character.isDigit(name.charAt(0))) {
            throw new FaultPlanException(
                    where + ".opcode: '" + name + "' is no opcode, like RC_RDMA_WRITE_FIRST or 0x06");
        }
        return OptionalInt.of((int) fields.whole("opcode", 0, MAX_OPCODE, 0));
    }

    private static OptionalInt number(JsonFields fields, String name) throws FaultPlanException {
        return fields.has(name) ? OptionalInt.of((int) fields.whole(name, 0, MAX_24_BITS, 0)) : OptionalInt.empty();
    }

    private static FaultRates rates(JsonElement element) throws FaultPlanException {
        JsonFields fields = new JsonFields("rates", element, RATES);
        try {
            return new FaultRates(
                    fields.fraction("drop"),
                    fields.fraction("duplicate"),
                    fields.fraction("delay"),
                    fields.fraction("reorder"),
                    fields.fraction("corrupt"),
                    fields.whole("max_delay_ns", 0, Long.MAX_VALUE - 1, Fault.DEFAULT_DELAY_NANOS));
        } catch (IllegalArgumentException e) {
            throw new FaultPlanException("rates: " + e.getMessage(), e);
        }
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
        return GSON.toJson(root);
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
