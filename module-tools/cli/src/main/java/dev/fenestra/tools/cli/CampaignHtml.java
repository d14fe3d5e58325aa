package dev.fenestra.tools.cli;

import dev.fenestra.tools.page.FindingsPage;
import dev.fenestra.tools.page.FindingsPage.Fact;
import dev.fenestra.tools.page.FindingsPage.Finding;
import dev.fenestra.tools.page.FindingsPage.Run;
import dev.fenestra.tools.proof.campaign.CampaignReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A campaign's report as one HTML page that needs no other file. */
final class CampaignHtml {
    private CampaignHtml() {}

    static String of(CampaignReport report) {
        String options = report.options().entrySet().stream()
                .map(one -> ", " + one.getKey() + " " + one.getValue())
                .collect(Collectors.joining());
        return new FindingsPage(
                        report.command() + ", seed " + report.seed(),
                        report.version() + options,
                        runs(report),
                        report.findings().stream().map(CampaignHtml::finding).toList())
                .html();
    }

    private static List<Run> runs(CampaignReport report) {
        List<Run> runs = new ArrayList<>();
        String of = report.items() == null ? "" : String.format(Locale.ROOT, " of %,d", report.items());
        boolean isGood = report.findings().isEmpty();
        runs.add(new Run(
                String.format(Locale.ROOT, "%,d%s items are done", report.done(), of),
                isGood ? "Nothing was found." : "something was found",
                isGood));
        report.counts()
                .forEach((name, count) -> runs.add(new Run(name, String.format(Locale.ROOT, "%,d", count), true)));
        report.missing().forEach(one -> runs.add(new Run("shard " + one, "is missing", false)));
        report.unfinished().forEach(one -> runs.add(new Run("shard " + one, "has more to do", false)));
        return runs;
    }

    private static Finding finding(CampaignReport.Row row) {
        return new Finding(
                row.rule() + " at " + row.place(),
                List.of(
                        new Fact("what", row.text()),
                        new Fact("found", row.times() + " times, most shortly by item " + row.item())),
                Optional.empty(),
                row.repeat(),
                row.detail());
    }
}
