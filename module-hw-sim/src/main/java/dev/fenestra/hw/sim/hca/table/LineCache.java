package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.hca.limits.CacheSize;
import java.util.Arrays;

/** The lines of a table that a cache holds: sets, and in each set the lines in the order of their last use. */
final class LineCache {
    private static final int NOTHING = -1;

    private final int sets;
    private final int ways;
    /** Set by set, the line used last first. */
    private final int[] lines;

    long hits;
    long misses;
    long evictions;

    LineCache(CacheSize size) {
        sets = size.sets();
        ways = size.ways();
        lines = new int[sets * ways];
        Arrays.fill(lines, NOTHING);
    }

    /**
     * Looks a line up, and adds it when it is missing.
     *
     * @return whether it was there
     */
    boolean touch(int line) {
        int first = line % sets * ways;
        int at = find(first, line);
        boolean hit = at < first + ways;
        if (hit) {
            hits++;
        } else {
            misses++;
            at--;
            evictions += lines[at] == NOTHING ? 0 : 1;
        }
        System.arraycopy(lines, first, lines, first + 1, at - first);
        lines[first] = line;
        return hit;
    }

    /** Removes a line that has changed in the table. */
    void drop(int line) {
        int first = line % sets * ways;
        int at = find(first, line);
        if (at < first + ways) {
            System.arraycopy(lines, at + 1, lines, at, first + ways - at - 1);
            lines[first + ways - 1] = NOTHING;
        }
    }

    /** {@return the place of a line; the end of its set when it is missing} */
    private int find(int first, int line) {
        int at = first;
        while (at < first + ways && lines[at] != line) {
            at++;
        }
        return at;
    }
}
