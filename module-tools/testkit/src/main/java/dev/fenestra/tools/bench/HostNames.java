package dev.fenestra.tools.bench;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/** The names of the hosts of a bench. */
final class HostNames {
    private static final int MOST = 254;
    private static final List<String> USUAL = List.of("alice", "bob", "carol", "dave", "erin", "frank");

    private HostNames() {}

    /** The usual names of a number of hosts. */
    static List<String> usual(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> i < USUAL.size() ? USUAL.get(i) : "host" + (i + 1))
                .toList();
    }

    /** These names; {@link IllegalArgumentException} for none, for too many, and for two hosts with one name. */
    static List<String> checked(List<String> names) {
        if (names.isEmpty() || names.size() > MOST) {
            throw new IllegalArgumentException("a bench has 1 to " + MOST + " hosts, not " + names.size());
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("two hosts have one name: " + names);
        }
        return names;
    }
}
