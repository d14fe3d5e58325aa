package dev.fenestra.tools.captures;

import dev.fenestra.tools.testing.JsonObject;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a capture's firewall rule lost on purpose: one packet of an opcode, or everything. */
final class Drops {
    private static final Pattern OPCODE = Pattern.compile(">>24=(\\d+)");
    private static final Pattern COUNT = Pattern.compile("--packet (\\d+)");

    private final boolean any;
    private final OptionalInt opcode;
    private int passing;

    Drops(JsonObject json) {
        any = json.has("lost_on_purpose");
        String rule = any ? json.text("lost_on_purpose") : "";
        opcode = number(OPCODE, rule);
        passing = number(COUNT, rule).orElse(0);
    }

    private static OptionalInt number(Pattern pattern, String rule) {
        Matcher found = pattern.matcher(rule);
        return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }

    /** Whether this packet is the one; asked once for each. */
    boolean takes(WirePacket packet) {
        if (!any) {
            return false;
        }
        return opcode.isEmpty() || opcode.getAsInt() == packet.opcode() && passing-- == 0;
    }
}
