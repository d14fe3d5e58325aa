package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.observe.snapshot.AttributeFilter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The words of {@code rdma resource} and {@code rdma statistic}: {@code show qp link mlx5_0/1 lqpn 17}, {@code qp
 * show}, {@code show mlx5_0}, {@code mr}.
 *
 * @param kind what to list
 * @param device name of a device
 * @param port port of the device
 * @param filters attributes with their values
 */
record ListingWords(
        @Nullable String kind,
        @Nullable String device,
        @Nullable String port,
        List<AttributeFilter> filters) {
    private static final Set<String> VERBS = Set.of("show", "list");
    private static final Set<String> PLACES = Set.of("dev", "link");
    private static final String LINK = "link";

    /** Whether a word means something in this grammar, and so is no name of a device or a process. */
    static boolean isKeyword(String word, List<String> kinds) {
        return VERBS.contains(word)
                || PLACES.contains(word)
                || kinds.contains(word)
                || kinds.stream().anyMatch(kind -> AttributeFilter.names(kind).contains(word));
    }

    static ListingWords of(List<String> words, List<String> kinds) throws InputException {
        Deque<String> left = new ArrayDeque<>(words);
        @Nullable String kind = take(left, kinds::contains);
        boolean isSaid = take(left, VERBS::contains) != null;
        kind = kind == null ? take(left, kinds::contains) : kind;
        boolean isPlaced = take(left, PLACES::contains) != null;
        boolean mayBeDevice = isPlaced || kind == null || kind.equals(LINK);
        @Nullable String place = mayBeDevice ? take(left, word -> isDevice(word, kinds)) : null;
        if (!left.isEmpty() && (kind == null || kind.equals(LINK))) {
            throw new InputException(Shown.name(String.join(" ", isSaid ? left : words))
                    + " cannot be listed, only one of " + String.join(", ", kinds));
        }
        return new ListingWords(kind, device(place), port(place), filters(kind, left));
    }

    /** The names of devices have a number; the words of the grammar have none. */
    private static boolean isDevice(String word, List<String> kinds) {
        return !isKeyword(word, kinds) && word.chars().anyMatch(Character::isDigit);
    }

    private interface Test {
        boolean passes(String word);
    }

    private static @Nullable String take(Deque<String> left, Test test) {
        @Nullable String next = left.peek();
        return next != null && test.passes(next) ? left.pop() : null;
    }

    private static @Nullable String device(@Nullable String place) {
        int slash = place == null ? -1 : place.indexOf('/');
        return place == null || slash < 0 ? place : place.substring(0, slash);
    }

    private static @Nullable String port(@Nullable String place) throws InputException {
        int slash = place == null ? -1 : place.indexOf('/');
        if (place == null || slash < 0) {
            return null;
        }
        String port = place.substring(slash + 1);
        if (!port.matches("-|[1-9][0-9]{0,4}")) {
            throw new InputException(
                    "a port is a number from 1 on, or \"-\" for QPs that have none yet, not \"" + port + "\"");
        }
        return port;
    }

    private static List<AttributeFilter> filters(@Nullable String kind, Deque<String> left) throws InputException {
        List<AttributeFilter> filters = new ArrayList<>();
        while (kind != null && !left.isEmpty()) {
            String name = left.pop();
            List<String> known = AttributeFilter.names(kind);
            if (!known.contains(name)) {
                throw new InputException(
                        kind + " cannot be filtered by " + name + ", only by one of " + String.join(", ", known));
            }
            @Nullable String values = left.poll();
            if (values == null) {
                throw new InputException(name + " wants a value, a range such as 0-6, or several with commas");
            }
            filters.add(AttributeFilter.of(name, values));
        }
        return filters;
    }
}
