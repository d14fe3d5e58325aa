package dev.fenestra.tools.proof.replay;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.proof.explorer.Exploration;
import dev.fenestra.tools.proof.explorer.ExplorationRun;
import dev.fenestra.tools.proof.explorer.Explorer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;

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
        Exploration done = Explorer.explore(
                device,
                depth,
                listener,
                (oracle, failure) -> Replays.of(oracle, failure).map(JournalFile::write));
        List<Object> result = new ArrayList<>(ExplorationRun.result(done));
        done.counterExample().flatMap(Exploration.Finding::journal).ifPresent(result::add);
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
}
