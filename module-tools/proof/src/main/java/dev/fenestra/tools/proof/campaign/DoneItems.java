package dev.fenestra.tools.proof.campaign;

import java.util.HashSet;
import java.util.Set;

/** The places of a shard whose items are done: all below a mark, and some above it. */
final class DoneItems {
    private final Set<Long> above = new HashSet<>();
    private long mark;

    void add(Shard shard, long item) {
        above.add((item - shard.number() + 1) / shard.of());
        while (above.remove(mark)) {
            mark++;
        }
    }

    boolean has(long place) {
        return place < mark || above.contains(place);
    }
}
