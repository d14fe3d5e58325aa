package dev.fenestra.tools.conformance.junit;

import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.kit.OracleCheck;
import dev.fenestra.tools.conformance.kit.OracleResult.Finding;
import dev.fenestra.tools.conformance.kit.OracleTask;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/**
 * A random program of verbs on two hosts: it registers, binds, connects, posts and closes, rightly and wrongly. The
 * same seed gives the same program. {@link #check} runs it beside a model of the rules.
 *
 * @param seed of the program and of its hosts
 * @param verbs that it has, nearly; 1 and up
 */
public record OracleProgram(long seed, long verbs) {
    /** Verbs of a program for which nobody says how many. */
    static final long USUAL_VERBS = 300;

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException when a program would have no verb
     */
    public OracleProgram {
        if (verbs < 1) {
            throw new IllegalArgumentException("a program has at least 1 verb, not " + verbs);
        }
    }

    /**
     * Programs for {@code @MethodSource}, or for any other property test: {@code Arbitraries.longs()} of jqwik needs
     * only {@code .map(seed -> new OracleProgram(seed, 300))}.
     *
     * @param seed of the first program; each next one has the next seed
     * @param count how many
     * @return the programs
     */
    public static Stream<OracleProgram> arbitrary(long seed, int count) {
        return LongStream.range(seed, seed + count).mapToObj(next -> new OracleProgram(next, USUAL_VERBS));
    }

    /**
     * Runs the program on two hosts with usual cards, and compares each errno, completion, state, key and byte with the
     * model.
     *
     * @throws AssertionError that has the shortest program which differs, as Java
     * @throws dev.fenestra.tools.conformance.kit.MissingOracleException without {@code fenestra-proof}
     */
    public void check() {
        check(next -> TestBench.builder().seed(next).build());
    }

    /**
     * The same on hosts of one's own: with another driver, other limits, or faults of the link that RC recovers.
     *
     * @param benches builds the hosts, also those on which a program that differs is made shorter
     * @throws AssertionError that has the shortest program which differs, as Java
     * @throws dev.fenestra.tools.conformance.kit.MissingOracleException without {@code fenestra-proof}
     */
    public void check(BenchFactory benches) {
        OracleCheck.onPath()
                .run(OracleTask.of(benches, seed, verbs))
                .difference()
                .ifPresent(this::fail);
    }

    private void fail(Finding found) {
        throw new AssertionFailedError(String.format(
                "%s %s: expected %s, but was %s%nrepeat with @OraclePrograms(seed = %dL, count = 1, verbs = %d)%n%n%s",
                found.topic(), found.rules(), found.expected(), found.seen(), seed, verbs, found.program()));
    }
}
