package dev.fenestra.tools.proof.mutants;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Runs the oracle in the stack that it was loaded with. A patched stack loads it by name, so its signatures have types
 * of the JDK only.
 */
public final class Consultation implements BiFunction<List<String>, Long, List<String>> {

    /** Made by name. */
    public Consultation() {}

    /**
     * Runs random programs beside the model until they differ.
     *
     * @param option name and value of a driver's option
     * @param verbs at most
     * @return topic, what was expected, what was seen; empty when they agree
     */
    @Override
    public List<String> apply(List<String> option, Long verbs) {
        Oracle oracle = new Oracle(
                WindowForm.TYPE_2B,
                seed -> TestBench.builder()
                        .seed(seed)
                        .driverOption(option.getFirst(), option.getLast())
                        .drivers(Consultation.class.getClassLoader())
                        .build(),
                Scope.PAGING);
        return oracle.explore(1, verbs)
                .map(failure -> failure.difference())
                .map(found -> List.of(found.topic(), found.expected(), found.seen()))
                .orElse(List.of());
    }
}
