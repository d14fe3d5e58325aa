package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.demo.DemoFiles.FileException;
import dev.fenestra.tools.demo.DemoListener.Check;
import dev.fenestra.tools.demo.DemoListener.Report;
import dev.fenestra.tools.demo.DemoListener.Verdict;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.uverbs.handles.WorkCompletionException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** Runs the steps of a demo. The journal records each action. Then the action is measured, judged and told. */
final class DemoSteps {
    private final TestBench bench;
    private final Journal journal;
    private final DemoListener listener;
    private int played;
    private int wrong;

    /** Performs an action and notes it. */
    interface Action<T> {
        T run(Findings findings) throws FileException;
    }

    /** Does something that has no result. */
    interface Deed {
        void run(Findings findings) throws FileException;
    }

    /** Checks the result of an action. The check is not measured. */
    interface Inspection<T> {
        void look(T result, Findings findings);
    }

    DemoSteps(TestBench bench, Journal journal, DemoListener listener) {
        this.bench = bench;
        this.journal = journal;
        this.listener = listener;
    }

    int played() {
        return played;
    }

    /** The number of steps that broke a rule. */
    int wrong() {
        return wrong;
    }

    <T> T run(Action<T> action) throws FileException {
        return run(Telling.FULL, Verdict.OK, action, (result, findings) -> {});
    }

    void perform(Deed deed) throws FileException {
        perform(Telling.FULL, deed);
    }

    void perform(Telling telling, Deed deed) throws FileException {
        Action<Boolean> action = findings -> {
            deed.run(findings);
            return true;
        };
        run(telling, Verdict.OK, action, (result, findings) -> {});
    }

    /** Runs an action that must be refused. */
    <T> void refused(Action<T> attempt, Inspection<T> inspection) throws FileException {
        run(Telling.FULL, Verdict.REFUSED, attempt, inspection);
    }

    private <T> T run(Telling telling, Verdict expected, Action<T> action, Inspection<T> inspection)
            throws FileException {
        Findings findings = new Findings();
        Transitions before = Transitions.of(bench);
        long mark = journal.mark();
        try {
            T result = action.run(findings);
            List<JournalEvent> events = journal.since(mark);
            Transitions made = Transitions.of(bench).since(before);
            inspection.look(result, findings);
            tell(telling, expected, findings, events, made);
            return result;
        } catch (VerbsException | WorkCompletionException e) {
            findings.check("the action", "done", String.valueOf(e.getMessage()));
            tell(
                    telling,
                    expected,
                    findings,
                    journal.since(mark),
                    Transitions.of(bench).since(before));
            throw new StoppedException(e);
        }
    }

    private void tell(
            Telling telling, Verdict expected, Findings findings, List<JournalEvent> events, Transitions made) {
        boolean asExpected = findings.checks().stream().allMatch(Check::holds);
        played++;
        wrong += asExpected ? 0 : 1;
        if (asExpected && telling == Telling.NOTHING) {
            return;
        }
        listener.action(new Report(
                findings.text(),
                asExpected ? expected : Verdict.WRONG,
                asExpected && telling == Telling.BRIEF ? List.of() : events,
                made.toString(),
                findings.facts(),
                findings.checks()));
    }

    /** Collects what an action finds out. */
    static final class Findings {
        private final List<Check> checks = new ArrayList<>();
        private final List<String> facts = new ArrayList<>();
        private String text = "";

        /** Describes the action. A later call replaces the description. */
        void tells(String newText) {
            text = newText;
        }

        String text() {
            return text;
        }

        /** Notes a demand of a rule, with what was seen. */
        void check(String what, Object expected, Object seen) {
            checks.add(new Check(what, String.valueOf(expected), String.valueOf(seen)));
        }

        /** Notes a fact. */
        void fact(String text) {
            facts.add(text);
        }

        List<Check> checks() {
            return checks;
        }

        List<String> facts() {
            return facts;
        }
    }

    /** How much of an action is told. A failed action is always told in full. */
    enum Telling {
        FULL,
        /** Without the events of the layers. */
        BRIEF,
        NOTHING
    }

    /** The system calls that the process of each host has made, so far or between two moments. */
    record Transitions(SequencedMap<String, Map<SystemCall, Long>> byHost) {

        static Transitions of(TestBench bench) {
            SequencedMap<String, Map<SystemCall, Long>> counts = new LinkedHashMap<>();
            for (BenchHost host : bench.hosts()) {
                counts.put(host.name(), host.process().transitions().counts());
            }
            return new Transitions(counts);
        }

        /** The calls made since an earlier moment. */
        Transitions since(Transitions earlier) {
            SequencedMap<String, Map<SystemCall, Long>> made = new LinkedHashMap<>();
            byHost.forEach((host, counts) ->
                    made.put(host, difference(counts, earlier.byHost.getOrDefault(host, Map.of()))));
            return new Transitions(made);
        }

        /** For example {@code bob: REG_MR 1, ALLOC_MW 1}, or 0. */
        @Override
        public String toString() {
            String text = byHost.entrySet().stream()
                    .filter(host -> !host.getValue().isEmpty())
                    .map(host -> host.getKey() + ": " + text(host.getValue()))
                    .collect(Collectors.joining("; "));
            return text.isEmpty() ? "0" : text;
        }

        private static Map<SystemCall, Long> difference(Map<SystemCall, Long> now, Map<SystemCall, Long> earlier) {
            Map<SystemCall, Long> made = new EnumMap<>(SystemCall.class);
            now.forEach((call, count) -> {
                long more = count - earlier.getOrDefault(call, 0L);
                if (more > 0) {
                    made.put(call, more);
                }
            });
            return made;
        }

        private static String text(Map<SystemCall, Long> counts) {
            return counts.entrySet().stream()
                    .map(call -> call.getKey() + " " + call.getValue())
                    .collect(Collectors.joining(", "));
        }
    }

    /** An action failed, and later steps depend on it. The failure has been told already. */
    static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StoppedException(RuntimeException cause) {
            super(cause);
        }
    }
}
