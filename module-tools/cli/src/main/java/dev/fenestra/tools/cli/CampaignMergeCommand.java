package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.proof.campaign.CampaignReport;
import dev.fenestra.tools.proof.campaign.CampaignText;
import dev.fenestra.tools.proof.campaign.Merge;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra campaign merge}. */
@Command(
        name = "merge",
        description = "Makes one report of the shards of a campaign. Findings of one rule and place are one, shown by"
                + " the shortest program of them.",
        exitCodeList = {
            "0:all shards are finished, and found nothing",
            "1:something was found, a shard is missing or unfinished, or the output cannot be written",
            "2:bad usage, or files that are not of one campaign"
        })
final class CampaignMergeCommand implements Callable<Integer> {
    private static final int CLEAN = 0;
    private static final int FOUND = 1;

    private final Terminal terminal;

    @Parameters(paramLabel = "DIR", description = "The folder of the .jsonl files; those below it count too.")
    private Path folder = Path.of("");

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Where to write the report as JSON.")
    private @Nullable Path out;

    @Option(names = "--html", paramLabel = "FILE", description = "Where to write the report as a page.")
    private @Nullable Path html;

    @Option(
            names = {"-j", "--json"},
            description = "Prints the report as JSON.")
    private boolean isJson;

    CampaignMergeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException {
        OutputFile.check(out, html);
        CampaignReport report = Merge.folder(folder);
        terminal.out().print(isJson ? CampaignText.json(report) : CampaignText.of(report));
        OutputFile.write(out, () -> CampaignText.json(report));
        OutputFile.write(html, () -> CampaignHtml.of(report));
        return report.isComplete() && report.findings().isEmpty() ? CLEAN : FOUND;
    }
}
