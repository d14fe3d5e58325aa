package dev.fenestra.tools.demo;

import dev.fenestra.tools.observe.journal.JournalEvent;
import java.util.List;

/**
 * One act of a step, as it was seen.
 *
 * @param text what was done
 * @param events of the journal while it was done; empty when they were told before
 * @param transitions kernel transitions while it was done, per host
 * @param facts what was found out about it, one line each
 * @param checks what the rules demand, with what was seen
 */
public record ActReport(
        String text,
        Verdict verdict,
        List<JournalEvent> events,
        String transitions,
        List<String> facts,
        List<Check> checks) {

    public ActReport {
        events = List.copyOf(events);
        facts = List.copyOf(facts);
        checks = List.copyOf(checks);
    }
}
