package dev.fenestra.tools.proof.mutate;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.Identity;
import dev.fenestra.tools.proof.campaign.ItemResult;
import dev.fenestra.tools.proof.mutate.operator.Point;
import dev.fenestra.tools.proof.mutate.worker.Lines;
import dev.fenestra.tools.proof.mutate.worker.ModuleClasses;
import dev.fenestra.tools.proof.mutate.worker.Reached;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Mutation as a campaign. An item is one defect. Which cases reach which line is recorded once in each process, before
 * its first item. A finding is a defect that nothing notices: it depends on no other item.
 */
public final class MutateWork implements CampaignWork {
    private static final String DEFECTS = "defects";

    private final MutateOptions options;
    private final Identity identity;
    private final List<Point> points;
    private final Lines lines;
    private final MutateProgress progress;
    private final Path folder;
    private final WorkerStart start;
    private final ScheduledExecutorService clock;
    private @Nullable Judge judge;

    /**
     * Finds the places where operators have something to change.
     *
     * @param version of the program
     * @param options those of a campaign; its jobs and time limit count for nothing here
     * @param classes of the module that the options name
     * @param progress hears of the record
     * @throws IOException when no folder can be made for workers
     */
    public MutateWork(String version, MutateOptions options, ModuleClasses classes, MutateProgress progress)
            throws IOException {
        this.options = options;
        this.progress = progress;
        points = Choice.of(Campaign.points(classes, options.only()), options.sample(), options.seed());
        lines = Lines.of(classes.bytes());
        identity = new Identity("mutate", version, options.seed(), (long) points.size(), named(options, classes));
        folder = Files.createTempDirectory("mutate");
        start = new WorkerStart(options, folder);
        clock = Executors.newSingleThreadScheduledExecutor(
                task -> Thread.ofPlatform().daemon().name("mutate").unstarted(task));
    }

    private static Map<String, String> named(MutateOptions options, ModuleClasses classes) {
        Map<String, String> named = new TreeMap<>();
        named.put("--provider", options.provider());
        named.put("--target", classes.module().getName());
        named.put("--only", String.join(",", options.only()));
        options.rule().ifPresent(rule -> named.put("--rule", rule));
        named.put("--sample", Integer.toString(options.sample()));
        named.put("--verbs", Long.toString(options.verbs()));
        return named;
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public String unit() {
        return DEFECTS;
    }

    /** The first one records. */
    @Override
    public synchronized Worker worker() throws InputException, IOException {
        if (judge != null) {
            return new OnJvm(judge, null);
        }
        WorkerJvm scout = WorkerJvm.start(start, clock);
        int[] count = {0};
        try {
            List<Reached> reached = scout.scout(_ -> progress.recorded(++count[0]));
            Judge made = new Judge(options, new Coverage(lines, reached));
            judge = made;
            return new OnJvm(made, scout);
        } catch (LostException lost) {
            scout.close();
            throw new InputException("the kit does not end without a defect: " + lost.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        clock.shutdownNow();
        MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }

    private static ItemResult result(DefectVerdict verdict) {
        String outcome = verdict.outcome().isNoticed()
                ? "noticed"
                : verdict.outcome().name().toLowerCase(Locale.ROOT);
        return new ItemResult(
                Map.of(DEFECTS, 1L, outcome, 1L),
                verdict.outcome().isSurvivor() ? List.of(finding(verdict)) : List.of());
    }

    private static Finding finding(DefectVerdict verdict) {
        Point point = verdict.point();
        return new Finding(
                point.operator().name(),
                MutateText.place(point) + " #" + point.index(),
                point.change()
                        + (verdict.outcome() == DefectOutcome.UNREACHED
                                ? ", " + DefectOutcome.UNREACHED.text()
                                : ", and " + verdict.tries() + " cases pass"),
                "",
                "");
    }

    /** A thread's worker, which is replaced when a defect has ended it. */
    private final class OnJvm implements Worker {
        private final Judge verdicts;
        private @Nullable WorkerJvm jvm;

        OnJvm(Judge verdicts, @Nullable WorkerJvm jvm) {
            this.verdicts = verdicts;
            this.jvm = jvm;
        }

        @Override
        public ItemResult run(long item) throws IOException {
            WorkerJvm worker = jvm == null ? WorkerJvm.start(start, clock) : jvm;
            jvm = worker;
            DefectVerdict verdict = verdicts.of(points.get((int) item), worker);
            if (Judge.isLost(verdict)) {
                close();
            }
            return result(verdict);
        }

        @Override
        public void close() throws IOException {
            if (jvm != null) {
                jvm.close();
                jvm = null;
            }
        }
    }
}
