package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.proof.mutate.operator.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ScheduledExecutorService;

/** The defects of a campaign, and the verdicts on them. Several threads use it. */
final class Tries {
    private final MutateOptions options;
    private final Judge judge;
    private final Queue<Point> waiting;
    private final int count;
    private final long start;
    private final MutateProgress progress;
    private final List<DefectVerdict> verdicts = new ArrayList<>();
    private int survivors;

    /**
     * @param waiting in the order in which they are tried
     * @param start of the campaign, as {@link System#nanoTime}
     */
    Tries(MutateOptions options, Coverage coverage, Queue<Point> waiting, long start, MutateProgress progress) {
        this.options = options;
        judge = new Judge(options, coverage);
        this.waiting = waiting;
        this.start = start;
        this.progress = progress;
        count = waiting.size();
    }

    synchronized List<DefectVerdict> verdicts() {
        return List.copyOf(verdicts);
    }

    /** Tries defects until none is left or the time is over, in workers that it takes or starts. */
    void work(Queue<WorkerJvm> idle, WorkerStart workers, ScheduledExecutorService clock) throws IOException {
        while (hasMore()) {
            WorkerJvm waiting = idle.poll();
            try (WorkerJvm worker = waiting == null ? WorkerJvm.start(workers, clock) : waiting) {
                while (isUsed(worker)) {}
            }
        }
    }

    private boolean hasMore() {
        boolean isOver = options.limit()
                .filter(limit -> System.nanoTime() - start > limit.toNanos())
                .isPresent();
        return !isOver && !waiting.isEmpty();
    }

    /** Tries one defect. False when none is left, or when the worker is no longer usable. */
    private boolean isUsed(WorkerJvm worker) {
        Point point = hasMore() ? waiting.poll() : null;
        if (point == null) {
            return false;
        }
        DefectVerdict verdict = judge.of(point, worker);
        add(verdict);
        return !Judge.isLost(verdict);
    }

    private synchronized void add(DefectVerdict verdict) {
        verdicts.add(verdict);
        if (verdict.outcome().isSurvivor()) {
            survivors++;
        }
        progress.tried(verdicts.size(), count, survivors);
    }
}
