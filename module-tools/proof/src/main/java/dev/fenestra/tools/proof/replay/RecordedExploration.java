package dev.fenestra.tools.proof.replay;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.Recording;
import dev.fenestra.tools.proof.explorer.Audience;
import dev.fenestra.tools.proof.explorer.Exploration;
import dev.fenestra.tools.proof.explorer.ExplorationRun;
import dev.fenestra.tools.proof.explorer.Explorer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An exploration as {@link ExplorationRun} makes it, whose counter-example is recorded. A patched stack loads it by
 * name too.
 */
public final class RecordedExploration implements BiFunction<Map.Entry<String, Integer>, LongConsumer, List<Object>> {

    /** Made by name. */
    public RecordedExploration() {}

    /** The result of {@link ExplorationRun}; behind it the journal of the counter-example as JSON, if there is one. */
    @Override
    public List<Object> apply(Map.Entry<String, Integer> what, LongConsumer listener) {
        return watch(WindowSupport.valueOf(what.getKey()), what.getValue(), listener);
    }

    private static List<Object> watch(WindowSupport device, int depth, LongConsumer listener) {
        Chapters chapters = new Chapters();
        List<Object> result =
                new ArrayList<>(ExplorationRun.result(Explorer.explore(device, depth, listener, chapters)));
        if (chapters.recorded != null) {
            result.add(chapters.recorded.write());
        }
        return List.copyOf(result);
    }

    /**
     * Explores the stack as it is, and records the counter-example.
     *
     * @param listener is told how many states are reached
     */
    public static Exploration explore(WindowSupport device, int depth, LongConsumer listener) {
        return Exploration.of(device, depth, watch(device, depth, listener));
    }

    /** Makes a chapter of each action. */
    private static final class Chapters implements Audience {
        private @Nullable Recording recording;
        private @Nullable JournalFile recorded;
        private String action = "The hosts";
        private int count;
        private long begin;

        @Override
        public void hosts(TestBench bench, String invariant) {
            recording = Recording.of("Broken: " + invariant, bench, Journal.of(bench));
        }

        @Override
        public void next(String following) {
            chapter("");
            action = following;
        }

        @Override
        public void end(String verdict) {
            recorded = chapter(verdict).bare();
        }

        private Recording chapter(String verdict) {
            Recording present = Objects.requireNonNull(recording, "the hosts come first");
            present.chapter(1, Integer.toString(++count), action, verdict, begin);
            begin = present.mark();
            return present;
        }
    }
}
