package dev.fenestra.tools.proof.replay;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.Recording;
import java.util.Optional;

/** Records what happens on the hosts that it was shown last: a run may ask other hosts first what the device can do. */
public final class Watched {
    private final String title;
    private Optional<Recording> recording = Optional.empty();
    /** The title of the chapter that is not at its end; empty outside of chapters. */
    private String open = "";

    private int chapters;
    private long begin;

    /**
     * @param title of the journal
     */
    public Watched(String title) {
        this.title = title;
    }

    /** Begins to record, and forgets other hosts. */
    public void watch(TestBench bench) {
        recording = Optional.of(Recording.of(title, bench, Journal.of(bench)));
    }

    /** What happened so far; empty when no hosts were shown. */
    public Optional<JournalFile> recorded() {
        return recording.map(Recording::file);
    }

    /** Begins a chapter, and ends the one before. */
    void next(String chapter) {
        end("");
        open = chapter;
    }

    /** Ends the chapter that was begun last, if one was. */
    void end(String verdict) {
        recording.filter(_ -> !open.isEmpty()).ifPresent(one -> {
            one.chapter(1, Integer.toString(++chapters), open, verdict, begin);
            begin = one.mark();
        });
        open = "";
    }
}
