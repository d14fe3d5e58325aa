package dev.fenestra.tools.conformance.kit;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.tools.conformance.kit.OracleResult.Finding;
import dev.fenestra.tools.proof.campaign.Guard;
import dev.fenestra.tools.proof.campaign.Watchdog;
import dev.fenestra.tools.proof.oracle.Difference;
import dev.fenestra.tools.proof.oracle.Failure;
import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The oracle's part of the kit, as far as a device goes. */
final class OracleRun {
    private final BenchFactory benches;
    private final @Nullable Consumer<TestBench> watching;
    private final Consumer<LongSupplier> counting;
    private final Watchdog watchdog;

    /**
     * @param watching is shown the hosts on which the program that differs runs once more; null for nobody
     * @param counting is given the count of verbs
     */
    OracleRun(BenchFactory benches, @Nullable Consumer<TestBench> watching, Consumer<LongSupplier> counting) {
        this(benches, watching, counting, ConformanceSuite.PATIENCE);
    }

    /**
     * @param patience wall time that a step may take
     */
    OracleRun(
            BenchFactory benches,
            @Nullable Consumer<TestBench> watching,
            Consumer<LongSupplier> counting,
            Duration patience) {
        this.benches = benches;
        this.watching = watching;
        this.counting = counting;
        watchdog = new Watchdog(patience);
    }

    /** The same, shown to nobody. */
    static OracleResult of(BenchFactory benches, long seed, long verbs, List<Deviation> declared) {
        return new OracleRun(benches, null, _ -> {}).of(seed, verbs, declared);
    }

    /**
     * Runs programs. A device that never comes back from a step is a difference, and the end of the run.
     *
     * @param declared rules that the provider does not keep
     */
    OracleResult of(long seed, long verbs, List<Deviation> declared) {
        AtomicReference<@Nullable Oracle> begun = new AtomicReference<>();
        if (Watchdog.isCrowded()) {
            return failed(begun.get(), seed, "busy", "a run of the oracle", Watchdog.MOST_LEFT + " cases do not end");
        }
        return watchdog.watch(
                        "oracle",
                        () -> {
                            Oracle oracle = begun.get();
                            return oracle == null ? 0 : oracle.steps();
                        },
                        () -> Guard.run(
                                () -> judged(begun, seed, verbs, declared),
                                thrown -> failed(begun.get(), seed, "exception", "an answer", thrown.toString())))
                .orElseGet(() -> failed(
                        begun.get(),
                        seed,
                        "hang",
                        "an end of each step",
                        "none after " + watchdog.patience().toSeconds() + " s"));
    }

    /** What is no difference of a program: the model has no such answer. */
    private static OracleResult failed(@Nullable Oracle oracle, long seed, String topic, String expected, String seen) {
        String where = oracle == null ? "" : ", in the program of seed " + oracle.seed();
        Finding finding = new Finding(topic, Set.of(Difference.property(topic)), expected, seen + where, "");
        return new OracleResult(seed, oracle == null ? 0 : oracle.tally().verbs(), Optional.of(finding));
    }

    /**
     * A program ends where it shows a declared deviation, because nothing is promised after it. The run goes on with
     * the next program.
     */
    private OracleResult judged(
            AtomicReference<@Nullable Oracle> begun, long seed, long verbs, List<Deviation> declared) {
        Oracle oracle = oracle(benches, new ConformanceSuite(benches, seed).met());
        begun.set(oracle);
        counting.accept(oracle.tally()::verbs);
        Optional<Finding> shown = Optional.empty();
        List<Deviation> excuses = new ArrayList<>();
        Optional<Finding> wrong = Optional.empty();
        Optional<Failure> differing = Optional.empty();
        Optional<Failure> failure = oracle.explore(seed, verbs);
        while (failure.isPresent()) {
            Failure plain = plain(oracle, failure.get(), declared);
            List<Deviation> excusing = excuses(plain, declared);
            Finding found = finding(oracle, plain);
            excuses.addAll(excusing);
            wrong = excusing.isEmpty() ? Optional.of(found) : Optional.empty();
            differing = wrong.isPresent() ? Optional.of(plain) : Optional.empty();
            shown = excusing.isEmpty() || shown.isPresent() ? shown : Optional.of(found);
            failure = wrong.isPresent()
                    ? Optional.empty()
                    : oracle.explore(failure.get().program().seed() + 1, verbs);
        }
        if (watching != null && differing.isPresent()) {
            oracle.replay(differing.get().program(), watching);
        }
        List<Deviation> seen = excuses.stream().distinct().toList();
        return new OracleResult(seed, oracle.tally().verbs(), wrong, shown, seen);
    }

    /** The first difference in words. After a declared deviation nothing is promised, so the run ends there. */
    static Optional<String> difference(BenchFactory benches, long seed, long verbs, List<Deviation> declared) {
        return oracle(benches, new ConformanceSuite(benches, seed).met())
                .explore(seed, verbs)
                .filter(failure -> excuses(failure, declared).isEmpty())
                .map(Failure::difference)
                .map(found -> found.topic() + ": expected " + found.expected() + ", seen " + found.seen());
    }

    /** The failure itself where it shows a declared deviation; else its shortest form, which may show one too. */
    private static Failure plain(Oracle oracle, Failure failure, List<Deviation> declared) {
        return excuses(failure, declared).isEmpty() ? oracle.shrink(failure) : failure;
    }

    private static List<Deviation> excuses(Failure failure, List<Deviation> declared) {
        Set<String> rules = failure.difference().rules();
        return declared.stream()
                .filter(deviation -> rules.contains(deviation.ruleId()))
                .toList();
    }

    private static Oracle oracle(BenchFactory benches, Set<Requirement> offered) {
        WindowForm form = offered.contains(Requirement.TYPE_2A) ? WindowForm.TYPE_2A : WindowForm.TYPE_2B;
        // Programs bind any bytes.
        Scope scope = new Scope(
                offered.contains(Requirement.BYTE_WINDOWS),
                offered.contains(Requirement.ATOMICS),
                offered.contains(Requirement.REREG),
                offered.contains(Requirement.EVENTS),
                offered.contains(Requirement.NO_ODP),
                offered.contains(Requirement.LATE_IMMEDIATE));
        return new Oracle(form, benches, scope);
    }

    private static Finding finding(Oracle oracle, Failure shortest) {
        return new Finding(
                shortest.difference().topic(),
                shortest.difference().rules(),
                shortest.difference().expected(),
                shortest.difference().seen(),
                oracle.toJava(shortest));
    }
}
