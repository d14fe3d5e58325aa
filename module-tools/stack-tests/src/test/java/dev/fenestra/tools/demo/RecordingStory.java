package dev.fenestra.tools.demo;

import java.util.ArrayList;
import java.util.List;

/** Remembers what it was told. */
final class RecordingStory implements Story {
    final List<String> steps = new ArrayList<>();
    final List<Story.Report> acts = new ArrayList<>();
    final List<String> remarks = new ArrayList<>();
    final List<Story.Summary> summaries = new ArrayList<>();

    @Override
    public void begins(DemoFiles.Input file) {}

    @Override
    public void step(int number, String title) {
        steps.add(number + " " + title);
    }

    @Override
    public void act(Story.Report report) {
        acts.add(report);
    }

    @Override
    public void remark(String text) {
        remarks.add(text);
    }

    @Override
    public void ends(Story.Summary summary) {
        summaries.add(summary);
    }
}
