package dev.fenestra.tools.proof.campaign;

import dev.fenestra.tools.input.Json;
import java.util.stream.Collectors;

/** A report for the terminal, and as JSON. */
public final class CampaignText {
    private CampaignText() {}

    /** What was run, what is missing, and each finding in full. */
    public static String of(CampaignReport report) {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%s, seed %d: %s%n", report.command(), report.seed(), amount(report)));
        text.append(counts(report));
        if (!report.missing().isEmpty()) {
            text.append(String.format("Missing shards: %s%n", String.join(", ", report.missing())));
        }
        report.unfinished().forEach(one -> text.append(String.format("Unfinished shard %s%n", one)));
        if (report.findings().isEmpty()) {
            return text.append(String.format("Nothing was found.%n")).toString();
        }
        text.append(String.format(
                "%n%d found, by rule and place:%n", report.findings().size()));
        for (CampaignReport.Row row : report.findings()) {
            text.append(String.format(
                    "%n%s%s",
                    of(new Finding(row.rule(), row.place(), row.text(), row.detail(), row.repeat())),
                    row.times() == 1 ? "" : String.format("  found %d times%n", row.times())));
        }
        return text.toString();
    }

    /** A finding with the program that shows it. */
    public static String of(Finding found) {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%s at %s: %s%n", found.rule(), found.place(), found.text()));
        found.detail().lines().forEach(line -> text.append(String.format("    %s%n", line)));
        if (!found.repeat().isEmpty()) {
            text.append(String.format("  again: %s%n", found.repeat()));
        }
        return text.toString();
    }

    /** The report as JSON, with a line end. */
    public static String json(CampaignReport report) {
        return Json.write(report) + "\n";
    }

    private static String amount(CampaignReport report) {
        return report.items() == null
                ? String.format("%,d items", report.done())
                : String.format("%,d of %,d items", report.done(), report.items());
    }

    private static String counts(CampaignReport report) {
        return report.counts().entrySet().stream()
                .map(one -> String.format("  %,15d %s%n", one.getValue(), one.getKey()))
                .collect(Collectors.joining());
    }
}
