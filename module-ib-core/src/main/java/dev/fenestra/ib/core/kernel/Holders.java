package dev.fenestra.ib.core.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Who uses an object, and how often: its reference count with names. */
final class Holders {
    private static final int NAMED = 8;

    private final Map<KernelObject, Integer> uses = new LinkedHashMap<>();

    synchronized void add(KernelObject holder) {
        uses.merge(holder, 1, Integer::sum);
    }

    synchronized void remove(KernelObject holder) {
        uses.computeIfPresent(holder, (same, count) -> count == 1 ? null : count - 1);
    }

    /** Uses; one that uses it twice counts twice. */
    synchronized long count() {
        return uses.values().stream().mapToLong(Integer::longValue).sum();
    }

    synchronized boolean isEmpty() {
        return uses.isEmpty();
    }

    /** For example {@code MR 2, QP 5}; of many only the first are named. */
    @Override
    public synchronized String toString() {
        String named =
                uses.keySet().stream().limit(NAMED).map(KernelObject::toString).collect(Collectors.joining(", "));
        int more = uses.size() - NAMED;
        return more > 0 ? named + " and " + more + " more" : named;
    }
}
