package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;

/**
 * An exploration of the stack that this class was loaded with. A patched stack loads it by name, so its signatures have
 * types of the JDK only.
 */
public final class ExplorationRun implements BiFunction<Map.Entry<String, Integer>, LongConsumer, List<Object>> {

    /** Made by name. */
    public ExplorationRun() {}

    /**
     * Explores.
     *
     * @param what the name of a {@link WindowSupport}, and the depth
     * @param listener is told how many states are reached
     * @return numbers of states, edges and probes; then, if an invariant breaks, that, the moves before it, and the
     *     program
     */
    @Override
    public List<Object> apply(Map.Entry<String, Integer> what, LongConsumer listener) {
        return result(Explorer.explore(
                WindowSupport.valueOf(what.getKey()), what.getValue(), listener, (_, _) -> Optional.empty()));
    }

    /** An exploration in types of the JDK; {@link Exploration#of} reads it. */
    public static List<Object> result(Exploration done) {
        List<Object> result = new ArrayList<>(List.of(done.states(), done.edges(), done.probes()));
        done.counterExample()
                .ifPresent(found -> result.addAll(List.of(found.invariant(), found.moves(), found.program())));
        return List.copyOf(result);
    }
}
