package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.ReportPage;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra report}. */
@Command(
        name = "report",
        description = "Makes one HTML page of a journal, to be opened in a browser: every event, step by step.",
        exitCodeList = {
            "0:the page is written",
            "1:it cannot be written",
            "2:bad usage, or a journal that cannot be used"
        })
final class ReportCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "JOURNAL.json", description = "A journal as docs/report.md describes it.")
    private @Nullable Path journal;

    @Option(
            names = "-o",
            paramLabel = "FILE.html",
            description = "Where to write the page; default: beside the journal, with .html after its name.")
    private @Nullable Path page;

    @Option(names = "--schema", help = true, description = "Prints the JSON Schema of journals, and does nothing else.")
    private boolean schema;

    ReportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException {
        if (schema) {
            terminal.out().print(ReportPage.schema());
            return 0;
        }
        Path source = Objects.requireNonNull(journal);
        Path target = page == null ? source.resolveSibling(source.getFileName() + ".html") : page;
        InputFile.check(source);
        OutputFile.check(target);
        JournalFile file = InputFile.read(source, JournalFile::read);
        OutputFile.write(target, ReportPage.of(file));
        terminal.out().println(file.events().size() + " events written to " + target);
        return 0;
    }
}
