package dev.fenestra.tools.demo;

import java.util.ArrayList;
import java.util.List;

/** Remembers what it was told. */
final class RecordingListener implements DemoListener {
    final List<String> steps = new ArrayList<>();
    final List<DemoListener.Report> reports = new ArrayList<>();
    final List<String> remarks = new ArrayList<>();
    final List<DemoListener.Summary> summaries = new ArrayList<>();

    @Override
    public void begins(DemoFiles.Input file) {}

    @Override
    public void step(int number, String title) {
        steps.add(number + " " + title);
    }

    @Override
    public void action(DemoListener.Report report) {
        reports.add(report);
    }

    @Override
    public void remark(String text) {
        remarks.add(text);
    }

    @Override
    public void ends(DemoListener.Summary summary) {
        summaries.add(summary);
    }
}
