package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.report.JournalFile.Chapter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chapters of a journal for which nobody gave chapters. Each control verb begins one, and each request outside of a
 * control verb.
 */
final class Chapters {
    private static final String VERB = "VerbCalled";

    private Chapters() {}

    static List<Chapter> of(List<EventRow> events) {
        List<Chapter> chapters = new ArrayList<>();
        EventRow begun = null;
        for (EventRow event : events) {
            boolean begins = event.kind().equals(VERB)
                    || event.kind().equals("WqeWritten") && !continues(begun, event)
                    || begun == null;
            if (begins) {
                if (begun != null) {
                    chapters.add(chapter(chapters.size(), begun, event.n() - 1));
                }
                begun = event;
            }
        }
        if (begun != null) {
            chapters.add(chapter(chapters.size(), begun, events.getLast().n()));
        }
        return chapters;
    }

    private static boolean continues(@Nullable EventRow begun, EventRow event) {
        return begun != null
                && begun.kind().equals(event.kind())
                && begun.host().equals(event.host())
                && event.n() - begun.n() <= 1;
    }

    private static Chapter chapter(int before, EventRow begun, long last) {
        String title = begun.host() + ": " + begun.text();
        return new Chapter(1, String.valueOf(before + 1), title, Reasons.of(begun.text()), "", begun.n(), last);
    }
}
