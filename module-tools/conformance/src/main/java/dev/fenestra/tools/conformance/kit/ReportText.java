package dev.fenestra.tools.conformance.kit;

import dev.fenestra.tools.conformance.CaseResult;
import java.util.stream.Collectors;

/** A report as a table for the terminal: a line for each table of cases, then everything that needs an explanation. */
public final class ReportText {
    private ReportText() {}

    /**
     * The text of a report.
     *
     * @param report the report
     * @return lines, each with its end
     */
    public static String of(ConformanceReport report) {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%s: %s%n%n", report.provider(), report.device()));
        text.append(line("", "passed", "failed", "declared", "skipped"));
        for (GroupResult group : report.groups()) {
            text.append(line(
                    group.title(),
                    group.count(CaseResult.Passed.class),
                    group.count(CaseResult.Failed.class),
                    group.count(CaseResult.Deviated.class),
                    group.count(CaseResult.Skipped.class)));
        }
        text.append(line(
                "all",
                report.count(CaseResult.Passed.class),
                report.count(CaseResult.Failed.class),
                report.count(CaseResult.Deviated.class),
                report.count(CaseResult.Skipped.class)));
        report.oracle().ifPresent(oracle -> text.append(oracle(oracle)));
        text.append(System.lineSeparator());
        report.results().forEach(result -> text.append(explain(result)));
        report.unshown()
                .forEach(declared -> text.append(
                        String.format("declared, but not seen: %s (%s)%n", declared.ruleId(), declared.reason())));
        return text.append(verdict(report)).toString();
    }

    private static String line(Object title, Object passed, Object failed, Object declared, Object skipped) {
        return String.format("  %-42s %8s %8s %8s %8s%n", title, passed, failed, declared, skipped);
    }

    private static String oracle(OracleResult oracle) {
        String what = String.format("  oracle, seed %d, %,d verbs", oracle.seed(), oracle.verbs());
        return oracle.difference()
                .map(found -> String.format(
                        "%s: device and model differ (%s): expected %s, seen %s%n%s",
                        what, found.topic(), found.expected(), found.seen(), found.program()))
                .orElseGet(() -> String.format("%s: device and model agree%n%s", what, declared(oracle)));
    }

    private static String declared(OracleResult oracle) {
        return oracle.deviated()
                .map(found -> String.format(
                        "  declared: %s (%s): expected %s, seen %s%n",
                        String.join(", ", found.rules()), found.topic(), found.expected(), found.seen()))
                .orElse("");
    }

    private static String explain(CaseResult result) {
        return switch (result) {
            case CaseResult.Failed failed -> String.format("FAILED %s%n", fault(failed));
            case CaseResult.Deviated deviated ->
                String.format(
                        "declared %s%n  because %s%n",
                        fault(deviated.failed()),
                        deviated.declared().stream()
                                .map(declared -> declared.ruleId() + ": " + declared.reason())
                                .collect(Collectors.joining("; ")));
            case CaseResult.Passed _, CaseResult.Skipped _ -> "";
        };
    }

    private static String fault(CaseResult.Failed failed) {
        return String.format(
                "%s by %s%n  expected %s%n  seen     %s",
                failed.of(),
                failed.rules().stream().sorted().collect(Collectors.joining(", ")),
                failed.expected(),
                failed.seen());
    }

    private static String verdict(ConformanceReport report) {
        if (report.isPassed()) {
            return String.format("%s keeps the rules (seed %d).%n", report.provider(), report.seed());
        }
        String rules = String.join(", ", report.failedRules());
        return String.format(
                "%s does not keep the rules (seed %d)%s%n",
                report.provider(), report.seed(), rules.isEmpty() ? "." : ": " + rules);
    }
}
