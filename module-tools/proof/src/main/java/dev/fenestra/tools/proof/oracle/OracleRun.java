package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.tools.conformance.guard.Guard;
import dev.fenestra.tools.conformance.guard.Watchdog;
import dev.fenestra.tools.conformance.kit.OracleCheck;
import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.conformance.kit.OracleResult.Finding;
import dev.fenestra.tools.conformance.kit.OracleTask;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The oracle as a part of the conformance kit. A device that never comes back from a step is a difference, and the end
 * of the run.
 */
public final class OracleRun implements OracleCheck {
    private final Watchdog watchdog;

    /** Waits as long as the kit does for a case. */
    public OracleRun() {
        this(ConformanceSuite.PATIENCE);
    }

    /**
     * @param patience wall time that a step may take
     */
    OracleRun(Duration patience) {
        watchdog = new Watchdog(patience);
    }

    @Override
    public OracleResult run(OracleTask task) {
        AtomicReference<@Nullable Oracle> begun = new AtomicReference<>();
        long seed = task.seed();
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
                                () -> judged(begun, task),
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
    private static OracleResult judged(AtomicReference<@Nullable Oracle> begun, OracleTask task) {
        Oracle oracle = oracle(task);
        begun.set(oracle);
        task.counting().accept(oracle.tally()::verbs);
        Optional<Finding> shown = Optional.empty();
        List<Deviation> excuses = new ArrayList<>();
        Optional<Finding> wrong = Optional.empty();
        Optional<Failure> differing = Optional.empty();
        Optional<Failure> failure = oracle.explore(task.seed(), task.verbs());
        while (failure.isPresent()) {
            Failure plain = plain(oracle, failure.get(), task.declared());
            List<Deviation> excusing = excuses(plain, task.declared());
            Finding found = finding(oracle, plain);
            excuses.addAll(excusing);
            wrong = excusing.isEmpty() ? Optional.of(found) : Optional.empty();
            differing = wrong.isPresent() ? Optional.of(plain) : Optional.empty();
            shown = excusing.isEmpty() || shown.isPresent() ? shown : Optional.of(found);
            failure = wrong.isPresent()
                    ? Optional.empty()
                    : oracle.explore(failure.get().program().seed() + 1, task.verbs());
        }
        Optional<Failure> shortest = differing;
        task.watching()
                .ifPresent(watcher -> shortest.ifPresent(found -> oracle.replay(found.program(), watcher, _ -> {})));
        List<Deviation> seen = excuses.stream().distinct().toList();
        return new OracleResult(task.seed(), oracle.tally().verbs(), wrong, shown, seen);
    }

    @Override
    public Optional<String> difference(OracleTask task) {
        return oracle(task)
                .explore(task.seed(), task.verbs())
                .filter(failure -> excuses(failure, task.declared()).isEmpty())
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

    private static Oracle oracle(OracleTask task) {
        Set<Requirement> offered = new ConformanceSuite(task.benches(), task.seed()).met();
        WindowForm form = offered.contains(Requirement.TYPE_2A) ? WindowForm.TYPE_2A : WindowForm.TYPE_2B;
        // Programs bind any bytes.
        Scope scope = new Scope(
                offered.contains(Requirement.RC),
                offered.contains(Requirement.BYTE_WINDOWS),
                offered.contains(Requirement.TYPE_2),
                offered.contains(Requirement.ZERO_BASED_WINDOWS),
                offered.contains(Requirement.ATOMICS),
                offered.contains(Requirement.REREG),
                offered.contains(Requirement.EVENTS),
                offered.contains(Requirement.NO_ODP),
                offered.contains(Requirement.LATE_IMMEDIATE));
        return new Oracle(form, task.benches(), scope);
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
