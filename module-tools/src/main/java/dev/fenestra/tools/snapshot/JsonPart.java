package dev.fenestra.tools.snapshot;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** One object of a snapshot that is read; every complaint says where it stands. */
final class JsonPart {
    private final String where;
    private final JsonObject object;

    JsonPart(String where, JsonElement element) throws SnapshotException {
        this.where = where;
        if (!element.isJsonObject()) {
            throw new SnapshotException(where + " is not an object");
        }
        object = element.getAsJsonObject();
    }

    String text(String name) throws SnapshotException {
        JsonElement found = member(name);
        if (!found.isJsonPrimitive()) {
            throw new SnapshotException(where + "." + name + " is not a text");
        }
        return found.getAsString();
    }

    long whole(String name) throws SnapshotException {
        String text = text(name);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new SnapshotException(where + "." + name + ": '" + text + "' is not a whole number", e);
        }
    }

    int number(String name) throws SnapshotException {
        long value = whole(name);
        if (value != (int) value) {
            throw new SnapshotException(where + "." + name + ": " + value + " is too large");
        }
        return (int) value;
    }

    JsonPart part(String name) throws SnapshotException {
        return new JsonPart(where + "." + name, member(name));
    }

    List<JsonPart> parts(String name) throws SnapshotException {
        List<JsonPart> parts = new ArrayList<>();
        for (JsonElement element : list(name)) {
            parts.add(new JsonPart(where + "." + name + "[" + parts.size() + "]", element));
        }
        return parts;
    }

    List<String> texts(String name) throws SnapshotException {
        List<String> texts = new ArrayList<>();
        for (JsonElement element : list(name)) {
            if (!element.isJsonPrimitive()) {
                throw new SnapshotException(where + "." + name + " has an entry that is not a text");
            }
            texts.add(element.getAsString());
        }
        return texts;
    }

    /** All members as texts. */
    SequencedMap<String, String> texts() throws SnapshotException {
        SequencedMap<String, String> texts = new LinkedHashMap<>();
        for (String name : object.keySet()) {
            texts.put(name, text(name));
        }
        return texts;
    }

    /** All members as whole numbers. */
    SequencedMap<String, Long> numbers() throws SnapshotException {
        SequencedMap<String, Long> numbers = new LinkedHashMap<>();
        for (String name : object.keySet()) {
            numbers.put(name, whole(name));
        }
        return numbers;
    }

    private List<JsonElement> list(String name) throws SnapshotException {
        JsonElement found = member(name);
        if (!found.isJsonArray()) {
            throw new SnapshotException(where + "." + name + " is not an array");
        }
        return found.getAsJsonArray().asList();
    }

    private JsonElement member(String name) throws SnapshotException {
        JsonElement found = object.get(name);
        if (found == null) {
            throw new SnapshotException(where + " has no \"" + name + "\"");
        }
        return found;
    }
}
