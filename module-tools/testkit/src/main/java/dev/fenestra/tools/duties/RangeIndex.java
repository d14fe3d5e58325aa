package dev.fenestra.tools.duties;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds who has a byte of a range, without a look at all others. Short ranges lie in short parts of the address space,
 * and long ones in long parts, so that no range lies in many.
 *
 * @param <T> who has ranges
 */
final class RangeIndex<T> {
    private static final int[] SHIFTS = {6, 12, 18, 24};
    private static final int MOST_PARTS = 32;

    /** By the size of a part and its number. */
    private final List<Map<Long, List<Entry<T>>>> levels = new ArrayList<>();
    /** Those whose ranges are longer than all parts. */
    private final List<Entry<T>> longest = new ArrayList<>();

    private record Entry<T>(AddressRange range, T owner) {}

    /** An index without ranges. */
    RangeIndex() {
        for (int i = 0; i < SHIFTS.length; i++) {
            levels.add(new HashMap<>());
        }
    }

    /** Adds ranges; those without bytes are nowhere. */
    void add(List<AddressRange> ranges, T owner) {
        for (AddressRange range : ranges) {
            add(range, owner);
        }
    }

    /** The same of one range. */
    void add(AddressRange range, T owner) {
        int level = level(range);
        Entry<T> entry = new Entry<>(range, owner);
        if (range.length() <= 0) {
            return;
        }
        if (level == SHIFTS.length) {
            longest.add(entry);
            return;
        }
        for (long part = first(range, level); part <= last(range, level); part++) {
            levels.get(level).computeIfAbsent(part, _ -> new ArrayList<>(2)).add(entry);
        }
    }

    /** Takes ranges out that were added for an owner. */
    void remove(List<AddressRange> ranges, T owner) {
        for (AddressRange range : ranges) {
            remove(range, owner);
        }
    }

    /** The same of one range. */
    void remove(AddressRange range, T owner) {
        int level = level(range);
        if (range.length() <= 0) {
            return;
        }
        if (level == SHIFTS.length) {
            remove(longest, range, owner);
            return;
        }
        Map<Long, List<Entry<T>>> parts = levels.get(level);
        for (long part = first(range, level); part <= last(range, level); part++) {
            List<Entry<T>> there = parts.get(part);
            if (there != null) {
                remove(there, range, owner);
                if (there.isEmpty()) {
                    parts.remove(part);
                }
            }
        }
    }

    /** The oldest one goes first, mostly. */
    private static <T> void remove(List<Entry<T>> from, AddressRange range, T owner) {
        for (int i = 0; i < from.size(); i++) {
            if (from.get(i).owner() == owner && from.get(i).range().equals(range)) {
                from.remove(i);
                return;
            }
        }
    }

    /**
     * The first that has a byte of a range.
     *
     * @param wanted whether one counts
     * @return it; null when there is none
     */
    @Nullable
    T first(AddressRange range, Predicate<T> wanted) {
        Entry<T> found = find(range, entry -> wanted.test(entry.owner()));
        return found == null ? null : found.owner();
    }

    /** {@return the ranges that have a byte of a range, each once} */
    List<AddressRange> ranges(AddressRange range) {
        return all(range).stream().map(Entry::range).distinct().toList();
    }

    /** {@return who has a byte of a range, each once} */
    List<T> owners(AddressRange range) {
        return all(range).stream().map(Entry::owner).distinct().toList();
    }

    private List<Entry<T>> all(AddressRange range) {
        List<Entry<T>> all = new ArrayList<>();
        find(range, entry -> {
            all.add(entry);
            return false;
        });
        return all;
    }

    private @Nullable Entry<T> find(AddressRange range, Predicate<Entry<T>> wanted) {
        Entry<T> found = find(longest, range, wanted);
        for (int level = 0; found == null && level < SHIFTS.length; level++) {
            found = levels.get(level).isEmpty() ? null : find(level, range, wanted);
        }
        return found;
    }

    /** A long range has more parts than there are in use. */
    private @Nullable Entry<T> find(int level, AddressRange range, Predicate<Entry<T>> wanted) {
        Map<Long, List<Entry<T>>> parts = levels.get(level);
        long from = first(range, level);
        long to = last(range, level);
        Entry<T> found = null;
        if (to - from < parts.size()) {
            for (long part = from; found == null && part <= to; part++) {
                found = find(parts.getOrDefault(part, List.of()), range, wanted);
            }
            return found;
        }
        for (List<Entry<T>> there : parts.values()) {
            found = found == null ? find(there, range, wanted) : found;
        }
        return found;
    }

    private static <T> @Nullable Entry<T> find(List<Entry<T>> there, AddressRange range, Predicate<Entry<T>> wanted) {
        for (int i = 0; i < there.size(); i++) {
            Entry<T> entry = there.get(i);
            if (entry.range().overlaps(range) && wanted.test(entry)) {
                return entry;
            }
        }
        return null;
    }

    private static int level(AddressRange range) {
        int level = 0;
        while (level < SHIFTS.length && (range.length() >>> SHIFTS[level]) >= MOST_PARTS) {
            level++;
        }
        return level;
    }

    private static long first(AddressRange range, int level) {
        return range.address() >>> SHIFTS[level];
    }

    private static long last(AddressRange range, int level) {
        return range.end() - 1 >>> SHIFTS[level];
    }
}
