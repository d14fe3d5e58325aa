package dev.fenestra.tools.conformance.kit;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What an oracle is to run.
 *
 * @param benches builds the hosts of each program
 * @param seed of the first program; the next programs have the seeds after it
 * @param verbs to run
 * @param declared rules that the provider does not keep
 * @param watching is shown the hosts on which the program that differs runs once more
 * @param counting is given the count of verbs before the first one, which any thread may read
 */
public record OracleTask(
        BenchFactory benches,
        long seed,
        long verbs,
        List<Deviation> declared,
        Optional<Consumer<TestBench>> watching,
        Consumer<LongSupplier> counting) {

    /** Copies the list. */
    public OracleTask {
        declared = List.copyOf(declared);
    }

    /**
     * A task that nobody watches, without declared deviations.
     *
     * @param benches builds the hosts of each program
     * @param seed of the first program
     * @param verbs to run
     * @return the task
     */
    public static OracleTask of(BenchFactory benches, long seed, long verbs) {
        return new OracleTask(benches, seed, verbs, List.of(), Optional.empty(), _ -> {});
    }
}
