package dev.fenestra.tools.faults;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Set;
import java.util.TreeSet;

/** Reads the members of one JSON object; every complaint says where the object stands. */
final class JsonFields {
    private static final int HEX = 16;

    private final String where;
    private final JsonObject object;

    /**
     * @param known names that mean something; another one is refused, since it is most likely misspelt
     */
    JsonFields(String where, JsonElement element, Set<String> known) throws FaultPlanException {
        this.where = where;
        if (!element.isJsonObject()) {
            throw new FaultPlanException(where + " is not an object");
        }
        object = element.getAsJsonObject();
        Set<String> unknown = new TreeSet<>(object.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new FaultPlanException(
                    where + " has unknown members " + unknown + "; it may have " + new TreeSet<>(known));
        }
    }

    boolean has(String name) {
        return object.has(name);
    }

    String text(String name) throws FaultPlanException {
        if (!has(name) || !object.get(name).isJsonPrimitive()) {
            throw new FaultPlanException(where + " needs a text or number \"" + name + "\"");
        }
        return object.get(name).getAsString();
    }

    /** A whole number from a range, as a number or as text, which may be hexadecimal with 0x; the default when absent. */
    long whole(String name, long least, long most, long absent) throws FaultPlanException {
        if (!has(name)) {
            return absent;
        }
        String text = text(name);
        try {
            long value = text.startsWith("0x") ? Long.parseLong(text.substring(2), HEX) : Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new FaultPlanException(where + "." + name + ": '" + text + "' is not a whole number", e);
        }
        throw new FaultPlanException(where + "." + name + ": " + text + " is not from " + least + " to " + most);
    }

    /** A number; 0 when absent. */
    double fraction(String name) throws FaultPlanException {
        if (!has(name)) {
            return 0;
        }
        try {
            return Double.parseDouble(text(name));
        } catch (NumberFormatException e) {
            throw new FaultPlanException(where + "." + name + ": '" + text(name) + "' is not a number", e);
        }
    }
}
