package dev.fenestra.tools.proof.campaign;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the items of a campaign add up to, in whatever order they come. */
public final class Totals {
    private final SortedMap<String, Long> counts = new TreeMap<>();
    private final SortedMap<String, Group> groups = new TreeMap<>();
    private long items;

    /**
     * All findings of one rule and place.
     *
     * @param times how often it was found
     * @param item number of the one with the shortest detail, and among those the first
     * @param shortest its finding
     */
    public record Group(long times, long item, Finding shortest) {
        private static final Comparator<Group> BEST = Comparator.comparingInt(
                        (Group one) -> one.shortest.detail().length())
                .thenComparing(Group::item)
                .thenComparing(one -> one.shortest.detail());

        Group with(Group other) {
            Group best = BEST.compare(this, other) <= 0 ? this : other;
            return new Group(times + other.times, best.item, best.shortest);
        }
    }

    /** Adds an item. */
    public void add(long item, ItemResult result) {
        items++;
        result.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
        result.findings().forEach(found -> groups.merge(key(found), new Group(1, item, found), Group::with));
    }

    private static String key(Finding found) {
        return found.rule() + "\n" + found.place();
    }

    /** Whether a finding of this rule and place is known. */
    public boolean knows(Finding found) {
        return groups.containsKey(key(found));
    }

    /** How many items are done. */
    public long items() {
        return items;
    }

    /** The sum of each count. */
    public Map<String, Long> counts() {
        return Collections.unmodifiableMap(new TreeMap<>(counts));
    }

    /** One count; 0 when no item has it. */
    public long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /** All findings, by rule and place. */
    public Collection<Group> groups() {
        return Collections.unmodifiableCollection(groups.values());
    }
}
