package dev.fenestra.tools.duties;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What was found: one finding for each pair of places, and how often it came. Safe for several threads. */
public final class DutyFindings {
    /** Most findings that are kept, so that no program takes memory without end. Later ones are lost. */
    private static final int MOST = 10_000;

    private final CheckSettings settings;
    private final Map<DutyFinding.Key, Counted> byPlace = new LinkedHashMap<>();
    private final List<Consumer<DutyFinding>> listeners = new ArrayList<>();

    /**
     * A finding and its count.
     *
     * @param finding the first of its places
     * @param count how often, 1 and up
     */
    public record Counted(DutyFinding finding, long count) {}

    DutyFindings(CheckSettings settings) {
        this.settings = settings;
    }

    /** {@return whether findings of a duty are reported at all} Who would only make one need not. */
    boolean take(Duty duty) {
        return settings.reports(duty);
    }

    /** Takes a finding, unless the settings suppress it. */
    void add(DutyFinding found) {
        settings.judge(found).ifPresent(this::count);
    }

    private void count(DutyFinding finding) {
        List<Consumer<DutyFinding>> told;
        synchronized (this) {
            DutyFinding.Key key = finding.key();
            Counted before = byPlace.get(key);
            if (before == null && byPlace.size() == MOST) {
                return;
            }
            byPlace.put(
                    key, before == null ? new Counted(finding, 1) : new Counted(before.finding(), before.count() + 1));
            told = before == null ? List.copyOf(listeners) : List.of();
        }
        told.forEach(listener -> listener.accept(finding));
    }

    /**
     * Shows each new finding to a listener.
     *
     * @param listener is called on the thread of the program that has broken the duty
     */
    public synchronized void onFinding(Consumer<DutyFinding> listener) {
        listeners.add(listener);
    }

    /** {@return all findings, in the order of their first occurrence} */
    public synchronized List<Counted> all() {
        return List.copyOf(byPlace.values());
    }
}
