package dev.fenestra.tools.zoo;

import dev.fenestra.hw.sim.device.WindowSupport;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/** Tries defects, each in a stack of its own. May be used by several threads at a time. */
public final class ZooRun {
    private final ClassLoader originals = Zoo.class.getClassLoader();

    public ZooRun() {}

    /**
     * Runs the kit against a defect: the cases of the rule that it breaks, until one names it.
     *
     * @throws PatchException when the defect cannot be built into the stack any more
     */
    public Verdict run(Defect defect) {
        long start = System.nanoTime();
        List<String> finding = trial(defect.patches()).apply(defect.device().name(), Set.of(defect.rule()));
        return new Verdict(defect, finding, System.nanoTime() - start);
    }

    /**
     * Runs defects on as many threads as there are processors; the verdicts are in the order of the defects.
     *
     * @throws IllegalStateException caused by a {@link PatchException} when one of them cannot be built into the stack any more
     */
    public List<Verdict> runAll(List<Defect> defects) {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<Verdict>> running = defects.stream()
                    .map(defect -> threads.submit(() -> run(defect)))
                    .toList();
            return running.stream().map(ZooRun::result).toList();
        }
    }

    private static Verdict result(Future<Verdict> running) {
        try {
            return running.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a defect could not be tried", failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
    }

    /**
     * Runs, in the same way but in a stack without a defect, all the cases by which defects are found.
     *
     * @return the first case that failed and what it said, as in {@link Verdict}; empty when all is well
     */
    public List<String> runHealthy(WindowSupport device) {
        Collection<String> rules = new TreeSet<>();
        Zoo.defects().stream().filter(defect -> defect.device() == device).forEach(defect -> rules.add(defect.rule()));
        return trial(List.of()).apply(device.name(), rules);
    }

    private BiFunction<String, Collection<String>, List<String>> trial(List<Patch> patches) {
        return new MutantLoader(originals, patches).make(Trial.class);
    }
}
