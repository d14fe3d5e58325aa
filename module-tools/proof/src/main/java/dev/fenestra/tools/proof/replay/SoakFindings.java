package dev.fenestra.tools.proof.replay;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.observe.faults.FaultPlanJson;
import dev.fenestra.tools.page.FindingsPage.Fact;
import dev.fenestra.tools.proof.replay.FindingsReport.Finding;
import dev.fenestra.tools.proof.soak.Soak;
import dev.fenestra.tools.proof.soak.SoakFailure;
import dev.fenestra.tools.proof.soak.SoakProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What soaking found, as a page. */
public final class SoakFindings {
    private final FindingsReport report = new FindingsReport(
            "Soak",
            "Random programs over links that drop, duplicate, delay, reorder and corrupt packets. Completions and"
                    + " memory are compared with a run without faults.");

    /** Adds plans that were run, the first of this seed. */
    public void ran(long seed, long plans, long packets, boolean isGood) {
        report.run(
                String.format(Locale.ROOT, "from seed %d: %,d plans, %,d packets", seed, plans, packets),
                isGood ? "no plan changed anything" : "a plan changed something",
                isGood);
    }

    /**
     * Adds a plan and a program that fail.
     *
     * @param command that finds them again
     * @param soaks makes such a soak, whose hosts are shown to the consumer
     */
    public void found(String command, Function<Consumer<TestBench>, Soak> soaks, SoakFailure smallest) {
        report.found(finding(command, soaks, smallest));
    }

    private static Finding finding(String command, Function<Consumer<TestBench>, Soak> soaks, SoakFailure failure) {
        SoakProgram program = failure.program();
        String steps = program.steps().stream().map(step -> step + "\n").collect(Collectors.joining());
        return new Finding(
                "A plan changes the result of a program",
                List.of(
                        new Fact("what differs", failure.difference()),
                        new Fact("service", program.service().toString()),
                        new Fact("path", program.path().toString()),
                        new Fact("late receives", "up to " + program.lateReceives())),
                command,
                steps + FaultPlanJson.write(failure.plan()),
                () -> Replays.of(soaks, failure));
    }

    /** Writes the page, and those of its findings. */
    public void write(Path file) throws OutputException {
        report.write(file);
    }
}
