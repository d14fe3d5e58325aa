package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.demo.DemoFiles.Input;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.journal.Stamp;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Listens to a demo while it runs. */
public interface DemoListener {

    void begins(Input file);

    /** The hosts of the demo, and the journal of what happens there. */
    default void watches(TestBench bench, Journal journal) {}

    void step(int number, String title);

    void action(Report report);

    /** A remark that belongs to the present step. */
    void remark(String text);

    void ends(Summary summary);

    /**
     * One action of a step.
     *
     * @param text what was done
     * @param events of the journal while it was done; empty when they were told before
     * @param transitions kernel transitions while it was done, per host
     * @param facts about it, one line each
     * @param checks the demands of the rules, with what was seen
     */
    record Report(
            String text,
            Verdict verdict,
            List<JournalEvent> events,
            String transitions,
            List<String> facts,
            List<Check> checks) {

        public Report {
            events = List.copyOf(events);
            facts = List.copyOf(facts);
            checks = List.copyOf(checks);
        }
    }

    /**
     * A demand of a rule, beside what was seen.
     *
     * @param what what was checked
     */
    record Check(String what, String expected, String seen) {

        public boolean holds() {
            return expected.equals(seen);
        }

        @Override
        public String toString() {
            return what + ": expected " + expected + ", seen " + seen;
        }
    }

    /** The result of an action. */
    enum Verdict {
        OK("ok"),
        REFUSED("refused as expected"),
        WRONG("WRONG");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * The totals of a demo.
     *
     * @param steps how many steps were played
     * @param bytes of the file
     * @param packets sent, per host; empty when the hosts have hardware of a driver's own
     * @param transitions system calls, per host
     * @param binds windows bound
     * @param registering what registering the region cost bob
     * @param binding what all binds, unbinds and invalidates together cost bob
     */
    record Summary(
            int steps,
            long bytes,
            SequencedMap<String, Long> packets,
            SequencedMap<String, Map<SystemCall, Long>> transitions,
            int binds,
            Cost registering,
            Cost binding) {}

    /**
     * The cost of the control plane for a host, so far or between two moments.
     *
     * @param transitions system calls
     * @param pinnedPages pages pinned
     * @param mttEntries entries of the translation table written; 0 for hardware of a driver's own
     */
    record Cost(long transitions, long pinnedPages, long mttEntries) {
        static final Cost NOTHING = new Cost(0, 0, 0);

        static Cost of(BenchHost host) {
            return new Cost(
                    host.process().transitions().total(),
                    host.process().memory().pinnedPages(),
                    host.simulated().map(card -> card.counters().mttWritten).orElse(0L));
        }

        Cost plus(Cost other) {
            return new Cost(
                    transitions + other.transitions, pinnedPages + other.pinnedPages, mttEntries + other.mttEntries);
        }

        /** The cost since an earlier moment. */
        Cost since(Cost earlier) {
            return new Cost(
                    transitions - earlier.transitions,
                    pinnedPages - earlier.pinnedPages,
                    mttEntries - earlier.mttEntries);
        }
    }

    /** Tells a demo as plain text. */
    final class Text implements DemoListener {
        private static final String LAYER_INDENT = "         ";
        private static final String ROW = "  %-34s %s%n";

        private final PrintWriter out;
        private final Runnable beforeOutput;
        private final boolean isWhole;
        private final Function<Verdict, String> verdicts;
        private int step;
        private int action;

        /** All of it, without colours. */
        public Text(PrintWriter out, Runnable beforeOutput) {
            this(out, beforeOutput, true, Verdict::toString);
        }

        /**
         * @param beforeOutput runs before each output, to clear other text on the terminal
         * @param isWhole whether the events and kernel transitions of each action are told
         * @param verdicts how a verdict looks
         */
        public Text(PrintWriter out, Runnable beforeOutput, boolean isWhole, Function<Verdict, String> verdicts) {
            this.out = out;
            this.beforeOutput = beforeOutput;
            this.isWhole = isWhole;
            this.verdicts = verdicts;
        }

        @Override
        public void begins(Input file) {
            out.printf(
                    "A file crosses from alice to bob through memory windows: %s, %d bytes%n",
                    file.name(), file.size());
        }

        @Override
        public void step(int number, String title) {
            beforeOutput.run();
            step = number;
            action = 0;
            out.printf("%nStep %d. %s%n", number, title);
            out.flush();
        }

        @Override
        public void action(Report report) {
            beforeOutput.run();
            action++;
            out.printf("  %d.%d  %s -> %s%n", step, action, report.text(), verdicts.apply(report.verdict()));
            if (isWhole) {
                Narrator.lines(report.events()).forEach(this::line);
            }
            report.facts().forEach(fact -> line(fact.startsWith(" ") ? "  " + fact : "* " + fact));
            report.checks().stream().filter(check -> !check.holds()).forEach(check -> line("! " + check));
            if (isWhole) {
                line("kernel transitions: " + report.transitions());
            }
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
            out.printf("%nSummary of %d actions%n", summary.steps());
            out.printf(ROW, "bytes of the file", summary.bytes());
            summary.packets().forEach((host, packets) -> out.printf(ROW, "packets sent by " + host, packets));
            out.printf(ROW, "kernel transitions", header(summary));
            for (SystemCall call : calls(summary)) {
                out.printf(ROW, "  " + call, counts(summary, call));
            }
            out.printf(ROW, "kernel transitions of " + binds, binding.transitions());
            out.printf(ROW, "pages pinned by registering", registering.pinnedPages());
            out.printf(ROW, "pages pinned by " + binds, binding.pinnedPages());
            if (!summary.packets().isEmpty()) {
                out.printf(ROW, "MTT entries written by registering", registering.mttEntries());
                out.printf(ROW, "MTT entries written by " + binds, binding.mttEntries());
            }
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

        /** Tells the events of the layers in order. Consecutive events of one host and layer share a line. */
        private static final class Narrator {
            private static final int MAX_LINES = 12;
            /** The length of a line's text, after host and layer, up to which another event joins it. */
            private static final int JOIN_UP_TO = 90;

            private final List<String> lines = new ArrayList<>();
            private final List<JournalEvent> row = new ArrayList<>();
            private int told;
            private int rowLength;

            private Narrator() {}

            /** One line per group. Of many groups it tells the first ones, and the number of the other events. */
            static List<String> lines(List<JournalEvent> events) {
                Narrator narrator = new Narrator();
                // A doorbell that was rung also arrives, so the arrival is not told.
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
                    String texts =
                            String.join("; ", row.stream().map(Narrator::text).toList());
                    lines.add(String.format("%-6s %-8s %s", first.host(), first.layer(), texts));
                    told += row.size();
                }
                row.clear();
                rowLength = 0;
            }

            /** A refusal is told in full on a line of its own. */
            private static String text(JournalEvent event) {
                return event instanceof JournalEvent.Refused refused
                        ? "REFUSED by rule " + refused.refusal().ruleId()
                        : event.text();
            }
        }
    }
}
