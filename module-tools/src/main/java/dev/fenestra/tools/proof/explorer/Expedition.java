package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.device.WindowSupport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * An exploration of the stack that this class was loaded with. A patched stack loads it by name, so its signatures have
 * types of the JDK only.
 */
public final class Expedition implements BiFunction<String, Integer, List<Object>> {

    /** Made by name. */
    public Expedition() {}

    /**
     * Explores.
     *
     * @param device name of a {@link WindowSupport}
     * @return numbers of states, edges and probes; then, if an invariant breaks, that, the moves before it, and the
     *     program
     */
    @Override
    public List<Object> apply(String device, Integer depth) {
        return result(Explorer.explore(WindowSupport.valueOf(device), depth));
    }

    /** An exploration in types of the JDK; {@link Exploration#of} reads it. */
    public static List<Object> result(Exploration done) {
        List<Object> result = new ArrayList<>(List.of(done.states(), done.edges(), done.probes()));
        done.counterExample()
                .ifPresent(found -> result.addAll(List.of(found.invariant(), found.moves(), found.program())));
        return List.copyOf(result);
    }
}
