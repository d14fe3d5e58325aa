package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.measure.figures.BenchmarkRun;
import dev.fenestra.tools.measure.figures.Comparison;
import dev.fenestra.tools.measure.figures.PerformanceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra bench}. */
@Command(
        name = "bench",
        description =
                "Runs the benchmarks: all of them, or those whose name matches a pattern. Each is measured in a JVM of"
                        + " its own, beside the limit that the machine sets; at the end the targets are listed.",
        exitCodeList = {
            "0:they ran",
            "1:one of them failed, a ratio fell, or the output cannot be written",
            "2:bad usage, a file that cannot be used, or no benchmarks are built"
        })
final class BenchCommand implements Callable<Integer> {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private final Terminal terminal;

    @Option(
            names = {"-q", "--quiet"},
            description = "Shows no progress, and nothing of what JMH says unless it fails.")
    private boolean isQuiet;

    @Option(
            names = {"-j", "--json"},
            description = "Print the figures as JSON, and what JMH says to standard error.")
    private boolean json;

    @Option(
            names = "--report",
            paramLabel = "PAGE.md",
            description = "Write tables into this page, figures into PAGE.json, and charts into the folder PAGE.")
    private @Nullable Path report;

    @Option(
            names = "--from",
            paramLabel = "PAGE.json",
            description = "Measure nothing: take the figures of an earlier run.")
    private @Nullable Path from;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Where to write targets, charts and figures as a page.")
    private @Nullable Path html;

    @Option(
            names = "--compare",
            paramLabel = "BASE.json",
            description =
                    "Compare with the figures of an earlier run: say which ratios to their limits fell by more than"
                            + " 10 %%. The exit code is 1 when one did.")
    private @Nullable Path compare;

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME|OPTION",
            description = "A pattern of names, for example write8, and options of JMH, for example -f 3.")
    private List<String> arguments = List.of();

    BenchCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, IOException {
        try {
            if (report != null) {
                PerformanceReport.checkPage(report);
            }
            OutputFile.check(html);
            PerformanceReport base = compare == null ? null : InputFile.read(compare, Comparison::base);
            Optional<PerformanceReport> figures =
                    from == null ? measured() : Optional.of(InputFile.read(from, PerformanceReport::parse));
            return figures.isPresent() ? show(figures.get(), base) : FAILED;
        } catch (IllegalStateException e) {
            terminal.err().println("fenestra: " + e.getMessage() + ".");
            return MISUSED;
        }
    }

    private Optional<PerformanceReport> measured() throws InputException, IOException {
        BenchmarkRun run = BenchmarkRun.find()
                .orElseThrow(() ->
                        new IllegalStateException("no benchmarks are built here: run ./fenestra of the source tree"));
        BenchProgress progress = new BenchProgress(terminal, json ? terminal.err() : terminal.out(), isQuiet);
        try (Interrupt _ = new Interrupt(() -> stop(run, progress))) {
            Optional<String> results = run.run(arguments, progress);
            progress.clear();
            if (progress.isNothingFound()) {
                throw new InputException("no benchmark matches " + String.join(" ", arguments) + "; there are "
                        + String.join(", ", run.names()));
            }
            if (results.isEmpty()) {
                progress.unseen().forEach(terminal.err()::println);
            }
            return results.map(PerformanceReport::ofJmh);
        }
    }

    private void stop(BenchmarkRun run, BenchProgress progress) {
        run.stop();
        progress.clear();
        (json ? terminal.err() : terminal.out()).println(progress.soFar());
        terminal.out().flush();
    }

    private int show(PerformanceReport figures, @Nullable PerformanceReport base)
            throws InputException, OutputException {
        if (report != null) {
            figures.writeInto(report);
        }
        OutputFile.write(html, figures::html);
        Comparison comparison = base == null ? null : Comparison.of(base, figures);
        if (comparison != null) {
            (json ? terminal.err() : terminal.out()).print(comparison.text());
        }
        if (json) {
            terminal.out().print(figures.json());
        } else if (comparison == null) {
            terminal.out().print(figures.targets());
        }
        return comparison != null && comparison.hasFallen() ? FAILED : DONE;
    }
}
