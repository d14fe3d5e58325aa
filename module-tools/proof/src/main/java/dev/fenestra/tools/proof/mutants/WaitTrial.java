package dev.fenestra.tools.proof.mutants;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricAgent;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.waits.HangWatchdog;
import dev.fenestra.tools.observe.waits.VainWait;
import dev.fenestra.tools.observe.waits.Waiters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/**
 * Runs a {@link WaitProgram} in real time in the stack that it was loaded with, and a watchdog beside it. A patched
 * stack loads it by name, so its signatures have types of the JDK only.
 */
public final class WaitTrial implements BiFunction<String, Duration, List<String>> {
    /** A program that has not ended by then, and of which nothing was named, is stuck for a reason that nobody sees. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int LOOKS = 6;
    private static final long STEP_MILLIS = 20;

    /** Made by name. */
    public WaitTrial() {}

    /**
     * Runs a program until it ends or waits in vain.
     *
     * @param program name of a {@link WaitProgram}
     * @param limit after this time a wait in vain is named
     * @return what the watchdog named; empty when the program ended
     * @throws IllegalStateException when the program fails, or neither happens in half a minute
     */
    @Override
    public List<String> apply(String program, Duration limit) {
        TestBench bench = TestBench.builder()
                .fabric(Fabric.inRealTime())
                .drivers(WaitTrial.class.getClassLoader())
                .build();
        FabricAgent agent = FabricAgent.start(bench.fabric());
        WaitPrograms programs = new WaitPrograms(bench);
        Waiters waiters = new Waiters(Optional.of(bench.fabric()), programs::waiting);
        try (HangWatchdog watchdog = HangWatchdog.start(waiters, limit, limit.dividedBy(LOOKS), _ -> {})) {
            FutureTask<Boolean> run = new FutureTask<>(() -> programs.run(WaitProgram.valueOf(program)), true);
            Thread.ofPlatform().daemon().name("program").start(run);
            if (isDone(run, watchdog)) {
                agent.close();
                bench.close();
                return List.of();
            }
            // Others may wait for it, and are named a little later.
            LockSupport.parkNanos(limit.toNanos());
            // It is stuck: its hosts cannot be closed, and its agent may need a while to end.
            Thread.ofPlatform().daemon().start(agent::close);
            return watchdog.findings().stream().map(VainWait::text).toList();
        }
    }

    /** Whether a program has ended; false when it waits in vain. */
    private static boolean isDone(FutureTask<Boolean> run, HangWatchdog watchdog) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (watchdog.findings().isEmpty()) {
            try {
                return run.get(STEP_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException goesOn) {
                if (System.nanoTime() - end > 0) {
                    throw new IllegalStateException("nothing was named:\n" + watchdog.text(), goesOn);
                }
            } catch (ExecutionException failed) {
                throw new IllegalStateException("the program failed", failed);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", stopped);
            }
        }
        return false;
    }
}
