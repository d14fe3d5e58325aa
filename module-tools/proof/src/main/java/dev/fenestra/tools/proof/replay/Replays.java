package dev.fenestra.tools.proof.replay;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.proof.oracle.Failure;
import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.soak.Soak;
import dev.fenestra.tools.proof.soak.SoakFailure;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs what was found once more, on hosts that are watched, which do the same. */
public final class Replays {
    private static final String WRONG = "WRONG";

    private Replays() {}

    /** A program in which stack and model part. */
    public static Optional<JournalFile> of(Oracle oracle, Failure failure) {
        Watched watched = new Watched(String.format(
                "%s: expected %s, seen %s",
                failure.difference().topic(),
                failure.difference().expected(),
                failure.difference().seen()));
        watched.next("The hosts");
        oracle.replay(failure.program(), watched::watch, step -> watched.next(step.toString()));
        watched.end(WRONG);
        return watched.recorded();
    }

    /**
     * A program that a plan of faults changes: first without a fault, then with the plan.
     *
     * @param soaks makes a soak whose hosts are shown to the consumer
     */
    public static Optional<JournalFile> of(Function<Consumer<TestBench>, Soak> soaks, SoakFailure failure) {
        Watched watched = new Watched("A plan of faults changes what a program gets");
        try (Soak soak = soaks.apply(watched::watch)) {
            watched.next("The program without a fault");
            soak.play(failure.program(), FaultPlan.NONE);
            watched.next("The same program with the plan");
            soak.play(failure.program(), failure.plan());
            watched.end(WRONG);
            return watched.recorded();
        }
    }
}
