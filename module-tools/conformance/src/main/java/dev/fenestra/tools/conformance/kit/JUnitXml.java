package dev.fenestra.tools.conformance.kit;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.page.Escape;
import java.util.List;

/** Reports in the XML that JUnit's runners write and CI servers read; a provider's table of cases is a suite. */
public final class JUnitXml {
    private JUnitXml() {}

    /**
     * The XML text of reports.
     *
     * @param reports one for each provider
     * @return the document
     */
    public static String of(List<ConformanceReport> reports) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
        for (ConformanceReport report : reports) {
            report.groups().forEach(group -> xml.append(suite(report, group)));
            report.oracle().ifPresent(oracle -> xml.append(oracle(report, oracle)));
        }
        return xml.append("</testsuites>\n").toString();
    }

    private static String suite(ConformanceReport report, GroupResult group) {
        long skipped = group.count(CaseResult.Skipped.class) + group.count(CaseResult.Deviated.class);
        StringBuilder xml = new StringBuilder(String.format(
                "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\">\n",
                Escape.text(report.provider() + ": " + group.title()),
                group.results().size(),
                group.count(CaseResult.Failed.class),
                skipped));
        group.results().forEach(result -> xml.append(testCase(report, result)));
        return xml.append("  </testsuite>\n").toString();
    }

    private static String testCase(ConformanceReport report, CaseResult result) {
        String opening = String.format(
                "    <testcase classname=\"%s\" name=\"%s\"",
                Escape.text(report.provider()), Escape.text(result.of().toString()));
        return switch (result) {
            case CaseResult.Passed _ -> opening + "/>\n";
            case CaseResult.Skipped skipped ->
                String.format("%s><skipped message=\"%s\"/></testcase>\n", opening, Escape.text(skipped.reason()));
            case CaseResult.Deviated deviated ->
                String.format(
                        "%s><skipped message=\"%s\"/></testcase>\n",
                        opening, Escape.text("declared: " + deviated.declared()));
            case CaseResult.Failed failed ->
                String.format(
                        "%s><failure type=\"%s\" message=\"%s\"/></testcase>\n",
                        opening,
                        Escape.text(String.join(" ", failed.rules())),
                        Escape.text("expected " + failed.expected() + ", seen " + failed.seen()));
        };
    }

    private static String oracle(ConformanceReport report, OracleResult oracle) {
        String failure = oracle.difference()
                .map(found -> String.format(
                        "<failure type=\"%s\" message=\"%s\">%s</failure>",
                        Escape.text(String.join(" ", found.rules())),
                        Escape.text("expected " + found.expected() + ", seen " + found.seen()),
                        Escape.text(found.program())))
                .orElse("");
        return String.format(
                """
                  <testsuite name="%1$s: oracle" tests="1" failures="%2$d" errors="0" skipped="0">
                    <testcase classname="%1$s" name="seed %3$d, %4$d verbs">%5$s</testcase>
                  </testsuite>
                """,
                Escape.text(report.provider()),
                oracle.difference().isPresent() ? 1 : 0,
                oracle.seed(),
                oracle.verbs(),
                failure);
    }
}
