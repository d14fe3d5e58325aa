package dev.fenestra.tools.proof.campaign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What makes two runs parts of one campaign. When all of it is the same, item K is the same work in both.
 *
 * @param command its name
 * @param version of the program
 * @param seed of the first item
 * @param items how many there are; null when they go on until the time is over
 * @param options all others that decide what an item does, by name
 */
public record Identity(
        String command, String version, long seed, @Nullable Long items, Map<String, String> options) {

    /** Copies the map, in order. */
    public Identity {
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }

    /** The first difference from another one, as a part of a sentence; empty when there is none. */
    public Optional<String> differenceFrom(Identity other) {
        List<String> differences = new ArrayList<>();
        add(differences, "command", command, other.command);
        add(differences, "version", version, other.version);
        add(differences, "seed", seed, other.seed);
        Map<String, String> all = new TreeMap<>(options);
        all.putAll(other.options);
        all.keySet()
                .forEach(name -> add(
                        differences,
                        name,
                        options.getOrDefault(name, "not given"),
                        other.options.getOrDefault(name, "not given")));
        add(differences, "number of items", number(items), number(other.items));
        return differences.stream().findFirst();
    }

    private static String number(@Nullable Long items) {
        return items == null ? "open" : items.toString();
    }

    private static void add(List<String> differences, String what, Object one, Object other) {
        if (!one.equals(other)) {
            differences.add(what + " " + one + ", not " + other);
        }
    }
}
