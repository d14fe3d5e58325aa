package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.report.JournalFile.Chapter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Records a bench for a report, with chapters when the caller gives them. */
public final class Recording {
    private final String title;
    private final List<String> hosts;
    private final Journal journal;
    private final EventRecorder events;
    /** Whether chapters that nobody gave are programs. */
    private final boolean isOfPrograms;

    private final List<Chapter> chapters = new ArrayList<>();

    private Recording(String title, TestBench bench, Journal journal, boolean isOfPrograms) {
        this.title = title;
        this.isOfPrograms = isOfPrograms;
        this.journal = journal;
        hosts = bench.hosts().stream().map(BenchHost::name).toList();
        events = EventRecorder.on(journal);
    }

    /** Begins to record the events of a bench's journal. */
    public static Recording of(String title, TestBench bench, Journal journal) {
        return new Recording(title, bench, journal, false);
    }

    /** Begins to record the events of programs that run at the same time: chapters are programs and connections. */
    public static Recording ofPrograms(String title, TestBench bench, Journal journal) {
        return new Recording(title, bench, journal, true);
    }

    /** The sequence at which a chapter begins that starts now. */
    public long mark() {
        return journal.mark();
    }

    /** Adds a chapter that ends now. */
    public void chapter(int level, String number, String chapterTitle, String verdict, long first) {
        long last = journal.mark() - 1;
        // What no event belongs to is told at the last event before it.
        long begin = Math.min(first, Math.max(last, 0));
        chapters.add(new Chapter(level, number, chapterTitle, Reasons.of(chapterTitle), verdict, begin, last));
    }

    /** What was recorded so far. */
    public JournalFile file() {
        return bare().withRules();
    }

    /** What was recorded so far, without facts about its rules. */
    public JournalFile bare() {
        journal.mark();
        List<EventRow> rows = events.rows();
        return new JournalFile(title, hosts, events.dropped(), told(rows), List.of(), rows);
    }

    private List<Chapter> told(List<EventRow> rows) {
        List<Chapter> programs = isOfPrograms ? events.programs(rows) : List.of();
        if (!programs.isEmpty()) {
            return programs;
        }
        return chapters.isEmpty()
                ? Chapters.of(rows)
                : chapters.stream()
                        .sorted(Comparator.comparingLong(Chapter::first).thenComparingInt(Chapter::level))
                        .toList();
    }
}
