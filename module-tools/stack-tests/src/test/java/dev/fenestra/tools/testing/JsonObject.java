package dev.fenestra.tools.testing;

import java.util.List;
import java.util.Map;

/** A JSON object. A caller gets a member by name and kind; a missing one is an {@link IllegalArgumentException}. */
public record JsonObject(Map<?, ?> members) {

    public static JsonObject parse(String text) {
        return new JsonObject(JsonReader.object(text));
    }

    public boolean has(String name) {
        return members.get(name) != null;
    }

    public String text(String name) {
        return (String) member(name);
    }

    public int number(String name) {
        return Math.toIntExact((Long) member(name));
    }

    /** A text such as {@code 0x1f}, up to 64 bits. */
    public long hex(String name) {
        return Long.parseUnsignedLong(text(name).substring("0x".length()), 16);
    }

    public JsonObject object(String name) {
        return new JsonObject((Map<?, ?>) member(name));
    }

    public List<JsonObject> list(String name) {
        return ((List<?>) member(name))
                .stream().map(element -> new JsonObject((Map<?, ?>) element)).toList();
    }

    private Object member(String name) {
        Object value = members.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no " + name + " in " + members);
        }
        return value;
    }
}
