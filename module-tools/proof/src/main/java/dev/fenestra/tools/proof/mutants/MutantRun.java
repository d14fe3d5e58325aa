package dev.fenestra.tools.proof.mutants;

import com.google.common.collect.Sets;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import dev.fenestra.tools.proof.explorer.Exploration;
import dev.fenestra.tools.proof.explorer.ExplorationRun;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** Tries defects, each in a stack of its own. May be used by several threads at a time. */
public final class MutantRun {
    private final ClassLoader originals = Mutants.class.getClassLoader();
    private final CompiledStack stack = CompiledStack.of(originals);
    private final Patcher patcher = new Patcher(stack, originals);
    private final MutantLoader healthy = new MutantLoader(new ClassBytes(originals));

    /** Reads the compiled stack, which takes a part of a second. */
    public MutantRun() {}

    /**
     * Runs the kit against a defect: the cases of the rule that it breaks, until one names it.
     *
     * @throws PatchException when the defect cannot be built into the stack any more
     */
    public KitVerdict run(Defect defect) {
        return run(defect, mutant(defect.patches()));
    }

    private static KitVerdict run(Defect defect, MutantLoader mutant) {
        long start = System.nanoTime();
        List<String> finding = trial(mutant, defect.device(), Set.of(defect.rule()));
        return new KitVerdict(defect, finding, System.nanoTime() - start);
    }

    /**
     * What is known of a defect.
     *
     * @param shown what the explorer found, of a defect that it is for
     */
    public record Examined(KitVerdict verdict, Optional<Exploration> shown) {}

    /**
     * Runs defects on as many threads as there are processors; the verdicts are in the order of the defects.
     *
     * @throws IllegalStateException caused by a {@link PatchException} when one of them cannot be built into the stack
     *     any more
     */
    public List<KitVerdict> runAll(List<Defect> defects) {
        return runAll(defects, _ -> {});
    }

    /**
     * The same.
     *
     * @param listener is told each verdict as it comes, by several threads
     */
    public List<KitVerdict> runAll(List<Defect> defects, Consumer<KitVerdict> listener) {
        return inParallel(defects, defect -> {
            KitVerdict verdict = run(defect);
            listener.accept(verdict);
            return verdict;
        });
    }

    /** The same, and the explorer's look at those it is for, each as deep as it must: to the action that shows it. */
    public List<Examined> examineAll(List<Defect> defects) {
        return inParallel(defects, this::examine);
    }

    private Examined examine(Defect defect) {
        MutantLoader mutant = mutant(defect.patches());
        KitVerdict verdict = run(defect, mutant);
        return new Examined(
                verdict,
                defect.isExplored() ? Optional.of(explore(defect, defect.moves() + 1, mutant)) : Optional.empty());
    }

    private static <R> List<R> inParallel(List<Defect> defects, Function<Defect, R> task) {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<R>> running = defects.stream()
                    .map(defect -> threads.submit(() -> task.apply(defect)))
                    .toList();
            return running.stream().map(MutantRun::result).toList();
        }
    }

    private static <R> R result(Future<R> running) {
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
     * @return the first case that failed and what it said, as in {@link KitVerdict}; empty when all is well
     */
    public List<String> runHealthy(WindowSupport device) {
        Collection<String> rules = new TreeSet<>();
        Mutants.defects().stream()
                .filter(defect -> defect.device() == device)
                .forEach(defect -> rules.add(defect.rule()));
        return trial(healthy, device, rules);
    }

    /**
     * Explores a stack with a defect until an invariant breaks.
     *
     * @param depth to which at most
     */
    public Exploration explore(Defect defect, int depth) {
        return explore(defect, depth, mutant(defect.patches()));
    }

    /**
     * The same in another way.
     *
     * @param way an {@link ExplorationRun}, or what is like one
     * @param listener is told how many states are reached
     */
    public Exploration explore(
            Defect defect,
            int depth,
            Class<? extends BiFunction<Map.Entry<String, Integer>, LongConsumer, List<Object>>> way,
            LongConsumer listener) {
        return explore(defect, depth, mutant(defect.patches()), way, listener);
    }

    private static Exploration explore(Defect defect, int depth, MutantLoader mutant) {
        return explore(defect, depth, mutant, ExplorationRun.class, _ -> {});
    }

    private static Exploration explore(
            Defect defect,
            int depth,
            MutantLoader mutant,
            Class<? extends BiFunction<Map.Entry<String, Integer>, LongConsumer, List<Object>>> way,
            LongConsumer listener) {
        BiFunction<Map.Entry<String, Integer>, LongConsumer, List<Object>> execution = mutant.make(way);
        return Exploration.of(
                defect.device(),
                depth,
                execution.apply(Map.entry(defect.device().name(), depth), listener));
    }

    /**
     * Runs the oracle beside a stack with defects.
     *
     * @param option name and value of an option of its driver
     * @param verbs at most
     * @return topic, what was expected, what was seen; empty when stack and model agree
     * @throws PatchException when the defects cannot be built into the stack any more
     */
    public List<String> consult(List<Patch> defects, List<String> option, long verbs) {
        BiFunction<List<String>, Long, List<String>> oracle = mutant(defects).make(Consultation.class);
        return oracle.apply(option, verbs);
    }

    /**
     * Soaks a stack with defects.
     *
     * @param plans at most
     * @return what differed with one of them; empty when nothing did
     * @throws PatchException when the defects cannot be built into the stack any more
     */
    public List<String> soak(List<Patch> defects, long plans) {
        return mutant(defects)
                .<Function<Long, List<String>>>make(SoakTrial.class)
                .apply(plans);
    }

    /**
     * Runs a small program in real time on a stack with a defect, and a watchdog beside it.
     *
     * @param program name of a {@link WaitProgram}
     * @param limit after this time a wait in vain is named
     * @return what the watchdog named; empty when the program ended
     * @throws PatchException when the defect cannot be built into the stack any more
     */
    public List<String> watch(List<Patch> defect, String program, Duration limit) {
        return new MutantLoader(healthy, patcher.apply(defect), Set.of())
                .<BiFunction<String, Duration, List<String>>>make(WaitTrial.class)
                .apply(program, limit);
    }

    private MutantLoader mutant(List<Patch> patches) {
        Map<String, byte[]> patched = patcher.apply(patches);
        Set<String> own = stack.packages().knowing(patched.keySet());
        return new MutantLoader(
                healthy,
                patched,
                SortedSets.copyOf(Sets.difference(stack.packages().all(), own)));
    }

    private static List<String> trial(MutantLoader mutant, WindowSupport device, Collection<String> names) {
        return mutant.<BiFunction<Map.Entry<String, Set<String>>, Collection<String>, List<String>>>make(Trial.class)
                .apply(Map.entry(device.name(), Trial.groupsAbout(names)), names);
    }
}
