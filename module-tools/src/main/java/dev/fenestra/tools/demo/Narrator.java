package dev.fenestra.tools.demo;

import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.journal.Stamp;
import java.util.ArrayList;
import java.util.List;

/** Tells what happened in the layers: events in order, those of one host and layer in a row on one line. */
final class Narrator {
    private static final int MAX_LINES = 12;
    /** Text of a line, behind host and layer, up to which another event joins it. */
    private static final int JOIN_UP_TO = 90;

    private final List<String> lines = new ArrayList<>();
    private final List<JournalEvent> row = new ArrayList<>();
    private int told;
    private int rowLength;

    private Narrator() {}

    /** One line per row; of many the first, and how many events the others are. */
    static List<String> lines(List<JournalEvent> events) {
        Narrator narrator = new Narrator();
        // That a doorbell arrives goes without saying once it was rung.
        List<JournalEvent> worthTelling = events.stream()
                .filter(event -> !(event instanceof JournalEvent.DoorbellSeen))
                .toList();
        for (JournalEvent event : worthTelling) {
            if (narrator.lines.size() < MAX_LINES) {
                narrator.tell(event);
            }
        }
        narrator.endRow();
        int more = worthTelling.size() - narrator.told;
        if (more > 0) {
            narrator.lines.add("... and " + more + " more events");
        }
        return narrator.lines;
    }

    private void tell(JournalEvent event) {
        int length = text(event).length();
        if (!row.isEmpty() && (!isSameRow(event) || rowLength + length > JOIN_UP_TO)) {
            endRow();
        }
        if (lines.size() < MAX_LINES) {
            row.add(event);
            rowLength += length;
        }
    }

    private boolean isSameRow(JournalEvent event) {
        Stamp first = row.getFirst().stamp();
        return first.host().equals(event.stamp().host())
                && first.layer() == event.stamp().layer();
    }

    private void endRow() {
        if (!row.isEmpty()) {
            Stamp first = row.getFirst().stamp();
            String texts = String.join("; ", row.stream().map(Narrator::text).toList());
            lines.add(String.format("%-6s %-8s %s", first.host(), first.layer(), texts));
            told += row.size();
        }
        row.clear();
        rowLength = 0;
    }

    /** A refusal is told in full elsewhere. */
    private static String text(JournalEvent event) {
        return event instanceof JournalEvent.Refused refused
                ? "REFUSED by rule " + refused.refusal().ruleId()
                : event.text();
    }
}
