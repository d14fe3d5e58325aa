package dev.fenestra.tools.proof.mutants;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.proof.soak.Soak;
import java.util.List;
import java.util.function.Function;

/**
 * Soaks the stack that it was loaded with. A patched stack loads it by name, so its signatures have types of the JDK
 * only.
 */
public final class SoakTrial implements Function<Long, List<String>> {

    /** Made by name. */
    public SoakTrial() {}

    /**
     * Runs random plans until one fails.
     *
     * @param plans at most
     * @return what differed; empty when nothing did
     */
    @Override
    public List<String> apply(Long plans) {
        try (Soak soak = new Soak(TestBench.builder().drivers(SoakTrial.class.getClassLoader()))) {
            return soak.random(1, plans)
                    .map(failure -> List.of(failure.difference()))
                    .orElse(List.of());
        }
    }
}
