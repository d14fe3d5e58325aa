package dev.fenestra.tools.demo;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.demo.DemoFiles.Input;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.Recording;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells a demo to another story, and records it for a report: each step and each act of it is a chapter. */
public final class DemoReport implements DemoListener {
    private final DemoListener story;
    private String title = "";
    private @Nullable Recording recording;
    private int step;
    private int act;
    private String stepTitle = "";
    private long stepBegan;
    private long actBegan;

    public DemoReport(DemoListener story) {
        this.story = story;
    }

    /** What was recorded; empty when the demo came not so far as to have hosts. */
    public Optional<JournalFile> file() {
        return Optional.ofNullable(recording).map(Recording::file);
    }

    @Override
    public void begins(Input file) {
        story.begins(file);
        title = String.format(
                "A file crosses from alice to bob through memory windows: %s, %d bytes", file.name(), file.size());
    }

    @Override
    public void watches(TestBench bench, Journal journal) {
        story.watches(bench, journal);
        recording = Recording.of(title, bench, journal);
    }

    @Override
    public void step(int number, String newTitle) {
        story.step(number, newTitle);
        endStep();
        step = number;
        act = 0;
        stepTitle = newTitle;
        stepBegan = mark();
        actBegan = stepBegan;
    }

    @Override
    public void act(Report report) {
        story.act(report);
        act++;
        chapter(2, step + "." + act, report.text(), report.verdict().toString(), actBegan);
        actBegan = mark();
    }

    @Override
    public void remark(String text) {
        story.remark(text);
    }

    @Override
    public void ends(Summary summary) {
        story.ends(summary);
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
