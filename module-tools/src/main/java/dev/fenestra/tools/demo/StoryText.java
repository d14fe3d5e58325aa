package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.kernel.SystemCall;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeSet;

/** Tells a demo as plain text. */
public final class StoryText implements Story {
    private static final String LAYER_INDENT = "         ";
    private static final String ROW = "  %-34s %s%n";

    private final PrintWriter out;
    private final Runnable beforeOutput;
    private int step;
    private int act;

    /**
     * @param beforeOutput is run before anything is written, to clear what else is on the terminal
     */
    public StoryText(PrintWriter out, Runnable beforeOutput) {
        this.out = out;
        this.beforeOutput = beforeOutput;
    }

    @Override
    public void begins(DemoFile file) {
        out.printf("A file crosses from alice to bob through memory windows: %s, %d bytes%n", file.name(), file.size());
    }

    @Override
    public void step(int number, String title) {
        beforeOutput.run();
        step = number;
        act = 0;
        out.printf("%nStep %d. %s%n", number, title);
        out.flush();
    }

    @Override
    public void act(ActReport report) {
        beforeOutput.run();
        act++;
        out.printf("  %d.%d  %s -> %s%n", step, act, report.text(), report.verdict());
        Narrator.lines(report.events()).forEach(this::line);
        report.facts().forEach(fact -> line(fact.startsWith(" ") ? "  " + fact : "* " + fact));
        report.checks().stream().filter(check -> !check.holds()).forEach(check -> line("! " + check));
        line("kernel transitions: " + report.transitions());
        out.flush();
    }

    @Override
    public void remark(String text) {
        beforeOutput.run();
        out.printf("       %s%n", text);
        out.flush();
    }

    @Override
    public void ends(Summary summary) {
        beforeOutput.run();
        Cost registering = summary.registering();
        Cost binding = summary.binding();
        String binds = summary.binds() + " binds";
        out.printf("%nSummary of %d acts%n", summary.acts());
        out.printf(ROW, "bytes of the file", summary.bytes());
        summary.packets().forEach((host, packets) -> out.printf(ROW, "packets sent by " + host, packets));
        out.printf(ROW, "kernel transitions", header(summary));
        for (SystemCall call : calls(summary)) {
            out.printf(ROW, "  " + call, counts(summary, call));
        }
        out.printf(ROW, "kernel transitions of " + binds, binding.transitions());
        out.printf(ROW, "pages pinned by registering", registering.pinnedPages());
        out.printf(ROW, "pages pinned by " + binds, binding.pinnedPages());
        out.printf(ROW, "MTT entries written by registering", registering.mttEntries());
        out.printf(ROW, "MTT entries written by " + binds, binding.mttEntries());
        out.flush();
    }

    private void line(String text) {
        out.println(LAYER_INDENT + text);
    }

    private static String header(Summary summary) {
        StringBuilder hosts = new StringBuilder();
        summary.transitions().keySet().forEach(host -> hosts.append(String.format("%8s", host)));
        return hosts.toString();
    }

    private static Iterable<SystemCall> calls(Summary summary) {
        TreeSet<SystemCall> made = new TreeSet<>();
        summary.transitions().values().stream().map(Map::keySet).forEach(made::addAll);
        return made;
    }

    private static String counts(Summary summary, SystemCall call) {
        StringBuilder counts = new StringBuilder();
        summary.transitions()
                .values()
                .forEach(host -> counts.append(String.format("%8d", host.getOrDefault(call, 0L))));
        return counts.toString();
    }
}
