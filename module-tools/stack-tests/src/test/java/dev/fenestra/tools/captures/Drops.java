package dev.fenestra.tools.captures;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.tools.testing.JsonObject;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a capture's firewall rule lost on purpose, as a plan: one packet of an opcode, or everything. */
final class Drops {
    private static final Pattern OPCODE = Pattern.compile(">>24=(\\d+)");
    private static final Pattern COUNT = Pattern.compile("--packet (\\d+)");

    private Drops() {}

    static FaultPlan of(JsonObject json) {
        if (!json.has("lost_on_purpose")) {
            return FaultPlan.NONE;
        }
        String rule = json.text("lost_on_purpose");
        OptionalInt opcode = number(OPCODE, rule);
        int passing = number(COUNT, rule).orElse(0);
        return FaultPlan.of(
                opcode.isPresent()
                        ? Fault.at(FaultAction.DROP, PacketMatch.ANY.withOpcode(opcode.getAsInt()), passing + 1)
                        : Fault.at(FaultAction.DROP, PacketMatch.ANY, 1).withTimes(Integer.MAX_VALUE));
    }

    private static OptionalInt number(Pattern pattern, String rule) {
        Matcher found = pattern.matcher(rule);
        return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }
}
