package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.uverbs.WorkCompletionException;
import java.util.List;

/** Plays the acts of a demo: each is watched by the journal, measured, judged and told. */
final class Acts {
    private final TestBench bench;
    private final Journal journal;
    private final Story story;
    private int played;
    private int wrong;

    /** Does something and notes what it was. */
    interface Act<T> {
        T play(Findings findings) throws FileException;
    }

    /** Does something that has no result. */
    interface Deed {
        void play(Findings findings) throws FileException;
    }

    /** Looks at what an act left behind; not part of what is measured. */
    interface Inspection<T> {
        void look(T result, Findings findings);
    }

    Acts(TestBench bench, Journal journal, Story story) {
        this.bench = bench;
        this.journal = journal;
        this.story = story;
    }

    int played() {
        return played;
    }

    /** How many acts did not go as the rules say. */
    int wrong() {
        return wrong;
    }

    <T> T play(Act<T> act) throws FileException {
        return run(Telling.FULL, Verdict.OK, act, (result, findings) -> {});
    }

    void perform(Deed deed) throws FileException {
        perform(Telling.FULL, deed);
    }

    void perform(Telling telling, Deed deed) throws FileException {
        Act<Boolean> act = findings -> {
            deed.play(findings);
            return true;
        };
        run(telling, Verdict.OK, act, (result, findings) -> {});
    }

    /** Plays an act that must be refused. */
    <T> void refused(Act<T> attempt, Inspection<T> inspection) throws FileException {
        run(Telling.FULL, Verdict.REFUSED, attempt, inspection);
    }

    private <T> T run(Telling telling, Verdict expected, Act<T> act, Inspection<T> inspection) throws FileException {
        Findings findings = new Findings();
        Transitions before = Transitions.of(bench);
        long mark = journal.mark();
        try {
            T result = act.play(findings);
            List<JournalEvent> events = journal.since(mark);
            Transitions made = Transitions.of(bench).since(before);
            inspection.look(result, findings);
            tell(telling, expected, findings, events, made);
            return result;
        } catch (VerbsException | WorkCompletionException e) {
            findings.check("the act", "done", String.valueOf(e.getMessage()));
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
        story.act(new ActReport(
                findings.text(),
                asExpected ? expected : Verdict.WRONG,
                asExpected && telling == Telling.BRIEF ? List.of() : events,
                made.toString(),
                findings.facts(),
                findings.checks()));
    }
}
