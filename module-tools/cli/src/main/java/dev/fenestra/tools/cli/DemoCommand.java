package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.MissingProviderException;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.demo.Demo;
import dev.fenestra.tools.demo.DemoFiles;
import dev.fenestra.tools.demo.DemoListener;
import dev.fenestra.tools.demo.DemoReport;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.Opening;
import dev.fenestra.tools.observe.report.ReportPage;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra demo}. */
@Command(
        name = "demo",
        description =
                "Sends a file from one simulated host to another through memory windows, and tries every rule on the"
                        + " way.",
        exitCodeList = {
            "0:every step went as the rules say",
            "1:a step did not go as the rules say, or the output cannot be written",
            "2:bad usage, or a file that cannot be used"
        })
final class DemoCommand implements Callable<Integer> {
    private static final int AS_EXPECTED = 0;
    private static final int NOT_AS_EXPECTED = 1;
    private static final int NOT_WRITTEN = 1;
    private static final int BAD_INPUT = 2;

    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "1 byte to 1 GiB; default: a text of ours.")
    private @Nullable Path file;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to leave the received file, demo.pcapng and journal.txt.")
    private @Nullable Path out;

    @Option(
            names = "--faults",
            paramLabel = "PLAN.json",
            description =
                    "What goes wrong on the link. RC recovers all but a lost NAK, which shows as a step marked WRONG.")
    private @Nullable Path faults;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Writes the demo, event by event, as one HTML page to be opened in a browser.")
    private @Nullable Path html;

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description = "Writes the journal as JSON, for programs and for the command report.")
    private @Nullable Path journal;

    @Option(
            names = {"-q", "--quiet"},
            description = "Shows no progress.")
    private boolean isQuiet;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also tells the events and the kernel transitions of each action.")
    private boolean isVerbose;

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    DemoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException {
        OutputFile.check(html, journal);
        ProgressBar bar = new ProgressBar(terminal, isQuiet);
        try {
            return run(bar);
        } catch (DemoFiles.FileException e) {
            return fail(bar, e.getMessage(), e.isOfOutput() ? NOT_WRITTEN : BAD_INPUT);
        } catch (MissingProviderException e) {
            return fail(bar, e.getMessage(), NOT_AS_EXPECTED);
        }
    }

    private int run(ProgressBar bar) throws DemoFiles.FileException, InputException, OutputException {
        TestBenchBuilder bench = providers.bench().faults(FaultPlanFile.read(faults));
        DemoFiles.Input input = file == null ? DemoFiles.Input.bundled() : DemoFiles.Input.of(file, terminal.files());
        Optional<DemoFiles.Output> output = out == null ? Optional.empty() : Optional.of(DemoFiles.Output.of(out));
        if (file != null && output.isPresent()) {
            output.get().checkRoomFor(file);
        }
        DemoListener.Text text = new DemoListener.Text(terminal.out(), bar::clear, isVerbose, this::colored);
        Demo.Result result = html == null && journal == null
                ? demo(input, output, text, bar, bench).run()
                : report(new DemoReport(text), listener -> demo(input, output, listener, bar, bench));
        if (!result.asExpected()) {
            return fail(bar, "the demo did not go as the rules say: see the lines marked WRONG.", NOT_AS_EXPECTED);
        }
        terminal.out().println();
        if (!isVerbose && html == null) {
            terminal.out()
                    .println("-v also tells the events of each action; --html demo.html shows them in a browser.");
        }
        terminal.out().println("Every step went as the rules say.");
        return AS_EXPECTED;
    }

    private String colored(DemoListener.Verdict verdict) {
        String color = switch (verdict) {
            case OK -> "green";
            case REFUSED -> "yellow";
            case WRONG -> "bold,red";
        };
        return terminal.isColored()
                ? Ansi.ON.new Text("@|" + color + " " + verdict + "|@").toString()
                : verdict.toString();
    }

    private static Demo demo(
            DemoFiles.Input input,
            Optional<DemoFiles.Output> output,
            DemoListener listener,
            ProgressBar bar,
            TestBenchBuilder bench) {
        return new Demo(input, output, listener, bar, bench::build);
    }

    private Demo.Result report(DemoReport listener, Function<DemoListener, Demo> demo)
            throws DemoFiles.FileException, OutputException {
        Demo.Result result = demo.apply(listener).run();
        JournalFile recorded = listener.file().orElseThrow();
        if (journal != null) {
            OutputFile.write(journal, recorded.write());
            terminal.out().println("written to " + journal + ": the journal, for ./fenestra report and other programs");
        }
        if (html != null) {
            OutputFile.write(html, ReportPage.of(recorded, Opening.lastRefusal(recorded, Demo.LESSON)));
            terminal.out().println("written to " + html + ": the demo, event by event; open it in a browser");
        }
        return result;
    }

    private int fail(ProgressBar bar, @Nullable String sentence, int exitCode) {
        bar.clear();
        terminal.out().flush();
        terminal.err().println("fenestra: " + sentence);
        return exitCode;
    }
}
