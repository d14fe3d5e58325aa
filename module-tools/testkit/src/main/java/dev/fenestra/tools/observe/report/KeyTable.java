package dev.fenestra.tools.observe.report;

import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The key tables of all hosts, as the journal tells of them. */
final class KeyTable {
    /** By host and index. */
    private final Map<String, Map<Integer, KeyRow>> keys = new HashMap<>();
    /** Windows, each as it was last bound, by host and index. */
    private final Map<String, Map<Integer, KeyRow>> bound = new HashMap<>();
    /** Why the kernel of a host has last taken pages from its device. */
    private final Map<String, String> reasons = new HashMap<>();

    /**
     * What an event did to an entry.
     *
     * @param before the entry until now; absent for a new one
     * @param after the entry from now on; absent for one that is no more
     */
    record Change(@Nullable KeyRow before, @Nullable KeyRow after) {
        static final Change NONE = new Change(null, null);
    }

    /** The entries of a host by their index. */
    Map<Integer, KeyRow> of(String host) {
        return keys.computeIfAbsent(host, _ -> new LinkedHashMap<>());
    }

    /** The windows of a host that are or were bound, each as it was then, by their index. */
    Map<Integer, KeyRow> boundOf(String host) {
        return bound.computeIfAbsent(host, _ -> new HashMap<>());
    }

    /** A key has changed. */
    Change changed(String host, int key, KeyEntry entry) {
        int index = key >>> Byte.SIZE;
        @Nullable KeyRow before = of(host).remove(index);
        if (!entry.isAlive()) {
            boundOf(host).remove(index);
            return new Change(before, null);
        }
        KeyRow after = KeyRows.of(index, entry);
        if (before != null && KeyPages.isOnDemand(before) && KeyPages.isOnDemand(after)) {
            after = KeyPages.with(after, before.pages());
        }
        of(host).put(index, after);
        if (after.region() != null) {
            boundOf(host).put(index, after);
        }
        return new Change(before, after);
    }

    /** The kernel takes pages; the change of the translations follows. */
    void taken(JournalEvent.PagesTaken taken) {
        reasons.put(taken.stamp().host(), KeyPages.word(taken.reason()));
    }

    /** Translations have changed. Those of an on-demand region are part of its entry. */
    Change translated(String host, TranslationChange change) {
        @Nullable KeyRow before = of(host).get(change.index());
        if (before == null || !KeyPages.isOnDemand(before)) {
            return Change.NONE;
        }
        KeyRow after = KeyPages.translated(before, change, reasons.getOrDefault(host, KeyPages.ABSENT));
        of(host).put(change.index(), after);
        return after.equals(before) ? Change.NONE : new Change(before, after);
    }
}
