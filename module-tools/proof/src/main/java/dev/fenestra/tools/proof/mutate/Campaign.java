package dev.fenestra.tools.proof.mutate;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.fenestra.tools.proof.mutate.operator.Defects;
import dev.fenestra.tools.proof.mutate.operator.Point;
import dev.fenestra.tools.proof.mutate.worker.Lines;
import dev.fenestra.tools.proof.mutate.worker.ModuleClasses;
import dev.fenestra.tools.proof.mutate.worker.Reached;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;

/** Tries defects in the compiled classes of one module, each against the cases that reach its line. */
public final class Campaign {
    private static final Comparator<DefectVerdict> BY_PLACE = Comparator.comparing(
                    (DefectVerdict one) -> one.point().className())
            .thenComparing(one -> one.point().line())
            .thenComparing(one -> one.point().method() + one.point().descriptor())
            .thenComparing(one -> one.point().index())
            .thenComparing(one -> one.point().operator());

    private final MutateOptions options;
    private final ModuleClasses classes;
    private final MutateProgress progress;

    /**
     * @param classes of the module that the options name
     */
    public Campaign(MutateOptions options, ModuleClasses classes, MutateProgress progress) {
        this.options = options;
        this.classes = classes;
        this.progress = progress;
    }

    /**
     * Runs the campaign, in JVMs of its own.
     *
     * @throws IOException when no worker can be started
     * @throws MutateException when the kit cannot be run without a defect
     */
    public MutateReport run() throws IOException, MutateException, InterruptedException {
        long start = System.nanoTime();
        List<Point> all = points(classes, options.only());
        Path folder = Files.createTempDirectory("mutate");
        try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(Campaign::daemon)) {
            try {
                WorkerStart workers = new WorkerStart(options, folder);
                try (WorkerJvm scout = WorkerJvm.start(workers, clock)) {
                    List<Reached> reached = record(scout);
                    Queue<Point> chosen = new ConcurrentLinkedQueue<>(Choice.of(all, options.sample(), options.seed()));
                    Coverage coverage = new Coverage(Lines.of(classes.bytes()), reached);
                    Tries tries = new Tries(options, coverage, chosen, start, progress);
                    Queue<WorkerJvm> idle = new ConcurrentLinkedQueue<>(List.of(scout));
                    inParallel(() -> tries.work(idle, workers, clock));
                    return report(all.size(), reached, tries.verdicts(), start);
                }
            } finally {
                clock.shutdownNow();
                MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
            }
        }
    }

    /** All places where operators find something to change, in the order of classes. */
    static List<Point> points(ModuleClasses classes, List<String> only) {
        Defects defects = new Defects(classes.module().getClassLoader());
        List<Point> points = new ArrayList<>();
        classes.bytes().forEach((name, bytes) -> {
            if (only.isEmpty() || only.stream().anyMatch(name::startsWith)) {
                points.addAll(defects.points(name, bytes));
            }
        });
        return points;
    }

    private List<Reached> record(WorkerJvm scout) throws MutateException {
        int[] count = {0};
        try {
            return scout.scout(_ -> progress.recorded(++count[0]));
        } catch (LostException lost) {
            throw new MutateException("the kit does not end without a defect: " + lost.getMessage());
        }
    }

    private void inParallel(Attempts attempts) throws IOException, InterruptedException {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(options.jobs(), Campaign::daemon)) {
            for (int i = 0; i < options.jobs(); i++) {
                running.add(threads.submit(() -> {
                    attempts.run();
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException lost) {
                throw lost;
            }
            throw new IllegalStateException(failed);
        }
    }

    private MutateReport report(int places, List<Reached> reached, List<DefectVerdict> verdicts, long start) {
        List<String> unusable = reached.stream()
                .filter(one -> one.result() == Reached.Result.FAILED)
                .map(Reached::id)
                .toList();
        return new MutateReport(
                options.provider(),
                classes.module().getName(),
                options.seed(),
                places,
                (int) reached.stream().filter(Reached::isPassed).count(),
                unusable,
                verdicts.stream().sorted(BY_PLACE).toList(),
                Duration.ofNanos(System.nanoTime() - start));
    }

    private static Thread daemon(Runnable work) {
        return Thread.ofPlatform().daemon().name("mutate").unstarted(work);
    }

    /** What a thread does. */
    @FunctionalInterface
    private interface Attempts {
        void run() throws IOException;
    }
}
