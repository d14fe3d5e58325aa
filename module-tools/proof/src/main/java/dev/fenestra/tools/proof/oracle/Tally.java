package dev.fenestra.tools.proof.oracle;

import com.google.common.collect.Table;
import com.google.common.collect.TreeBasedTable;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.proof.oracle.model.Expected;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.Arrays;

/** Counts verbs and what became of them. A post of several requests is as many verbs; polls are none. */
public final class Tally {
    private static final String DONE = "SUCCESS";
    private static final String RECEIVED = "(receive completed)";

    private final Table<String, String, Long> counts = TreeBasedTable.create();
    private volatile long verbs;

    /** Verbs run so far. Another thread may ask. */
    public long verbs() {
        return verbs;
    }

    /** How often a verb had an outcome: SUCCESS, a status or an errno. */
    public long count(String verb, String outcome) {
        return counts.row(verb).getOrDefault(outcome, 0L);
    }

    /** Adds what another one counted. */
    void add(Tally other) {
        verbs += other.verbs;
        other.counts.cellSet().forEach(cell -> add(cell.getRowKey(), cell.getColumnKey(), cell.getValue()));
    }

    void count(Step step, Prediction prediction) {
        switch (step) {
            case Step.Fill _ -> {}
            case Step.Post post -> post(post, prediction);
            case Step.BindOne _ -> {
                String[] outcome = outcomes(1, prediction);
                verb(step.verb(), outcome[0]);
            }
            default -> verb(step.verb(), outcome(prediction.errno()));
        }
        for (Expected completion : prediction.completions()) {
            if (completion.isReceive()) {
                add(RECEIVED, completion.status().name(), 1);
            }
        }
    }

    private void post(Step.Post post, Prediction prediction) {
        String[] outcomes = outcomes(post.works().size(), prediction);
        for (int i = 0; i < outcomes.length; i++) {
            Work work = post.works().get(i);
            verb(work.verb(), outcomes[i]);
        }
    }

    private static String[] outcomes(int requests, Prediction prediction) {
        String[] outcomes = new String[requests];
        Arrays.fill(outcomes, outcome(prediction.errno()));
        for (Expected completion : prediction.completions()) {
            if (!completion.isReceive()) {
                outcomes[Model.position(completion.wrId())] =
                        completion.status().name();
            }
        }
        return outcomes;
    }

    private static String outcome(int errno) {
        return switch (errno) {
            case 0 -> DONE;
            case Prediction.ILLEGAL_STATE -> "IllegalStateException";
            default -> Errno.of(errno).name();
        };
    }

    private void verb(String verb, String outcome) {
        verbs++;
        add(verb, outcome, 1);
    }

    private void add(String verb, String outcome, long count) {
        counts.row(verb).merge(outcome, count, Long::sum);
    }

    /** A line for each verb. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        counts.rowMap().forEach((verb, outcomes) -> {
            text.append(String.format("  %-22s", verb));
            outcomes.forEach((outcome, count) ->
                    text.append(' ').append(outcome).append('=').append(count));
            text.append('\n');
        });
        return text.toString();
    }
}
