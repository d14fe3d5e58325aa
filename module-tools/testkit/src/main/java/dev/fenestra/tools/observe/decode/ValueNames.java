package dev.fenestra.tools.observe.decode;

import java.util.HashMap;
import java.util.Map;

/** The names of a field's values. */
final class ValueNames implements Meaning {
    private final Map<Long, String> names = new HashMap<>();

    ValueNames name(long value, String name) {
        names.put(value, name);
        return this;
    }

    @Override
    public String of(long value) {
        return names.getOrDefault(value, "unknown");
    }
}
