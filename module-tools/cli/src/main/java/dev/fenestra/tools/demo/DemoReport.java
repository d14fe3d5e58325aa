package dev.fenestra.tools.demo;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.demo.DemoFiles.Input;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.Recording;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells a demo to another listener, and records it for a report: each step and each action of it is a chapter. */
public final class DemoReport implements DemoListener {
    private final DemoListener listener;
    private String title = "";
    private @Nullable Recording recording;
    private int step;
    private int action;
    private String stepTitle = "";
    private long stepBegan;
    private long actionBegan;

    public DemoReport(DemoListener listener) {
        this.listener = listener;
    }

    /** What was recorded; empty when the demo came not so far as to have hosts. */
    public Optional<JournalFile> file() {
        return Optional.ofNullable(recording).map(Recording::file);
    }

    @Override
    public void begins(Input file) {
        listener.begins(file);
        title = String.format(
                "A file crosses from alice to bob through memory windows: %s, %d bytes", file.name(), file.size());
    }

    @Override
    public void watches(TestBench bench, Journal journal) {
        listener.watches(bench, journal);
        recording = Recording.of(title, bench, journal);
    }

    @Override
    public void step(int number, String newTitle) {
        listener.step(number, newTitle);
        endStep();
        step = number;
        action = 0;
        stepTitle = newTitle;
        stepBegan = mark();
        actionBegan = stepBegan;
    }

    @Override
    public void action(Report report) {
        listener.action(report);
        action++;
        chapter(2, step + "." + action, report.text(), report.verdict().toString(), actionBegan);
        actionBegan = mark();
    }

    @Override
    public void remark(String text) {
        listener.remark(text);
    }

    @Override
    public void ends(Summary summary) {
        listener.ends(summary);
        endStep();
    }

    private void endStep() {
        if (!stepTitle.isEmpty()) {
            chapter(1, String.valueOf(step), stepTitle, "", stepBegan);
        }
    }

    private void chapter(int level, String number, String chapterTitle, String verdict, long first) {
        if (recording != null) {
            recording.chapter(level, number, chapterTitle, verdict, first);
        }
    }

    private long mark() {
        return recording == null ? 0 : recording.mark();
    }
}
