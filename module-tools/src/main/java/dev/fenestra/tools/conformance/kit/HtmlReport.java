package dev.fenestra.tools.conformance.kit;

import dev.fenestra.tools.conformance.CaseResult;
import java.util.List;

/**
 * Reports as one HTML page that needs no other file. Each provider has its failures first, with what repeats them.
 * Then it has a table per group; those with failures are open, and the reader can open the others.
 */
public final class HtmlReport {
    private static final String STYLE = """
        pre { font: 13px/1.4 ui-monospace, monospace; overflow-x: auto; background: #f5f5f5; padding: .6em }
        .passed { color: #176b2c } .failed { color: #a40e26; font-weight: 600 }
        .declared { color: #8a5a00 } .skipped { color: #777 }
        """;

    private final String provider;
    private final CasePages pages;

    private HtmlReport(String provider, CasePages pages) {
        this.provider = provider;
        this.pages = pages;
    }

    /**
     * The page of reports alone.
     *
     * @param reports one for each provider
     * @return the document
     */
    public static String of(List<ConformanceReport> reports) {
        return of(reports, CasePages.NONE);
    }

    /**
     * The page of reports.
     *
     * @param reports one for each provider
     * @param pages where more about a failure is
     * @return the document
     */
    public static String of(List<ConformanceReport> reports, CasePages pages) {
        StringBuilder html = new StringBuilder("<h1>Conformance</h1>\n");
        reports.forEach(report -> html.append(new HtmlReport(report.provider(), pages).provider(report)));
        return Markup.page("conformance", STYLE, html);
    }

    private String provider(ConformanceReport report) {
        StringBuilder html = new StringBuilder();
        html.append(String.format("<h2>%s</h2>\n", Markup.escape(report.provider())));
        html.append(String.format("<p>%s. Seed %d.</p>\n", Markup.escape(report.device()), report.seed()));
        html.append(String.format(
                "<p><span class=\"passed\">%d passed</span>, <span class=\"failed\">%d failed</span>, <span"
                        + " class=\"declared\">%d declared</span>, <span class=\"skipped\">%d skipped</span>.%s</p>\n",
                report.count(CaseResult.Passed.class),
                report.count(CaseResult.Failed.class),
                report.count(CaseResult.Deviated.class),
                report.count(CaseResult.Skipped.class),
                report.failedRules().isEmpty()
                        ? ""
                        : " Rules at fault: " + Markup.escape(String.join(", ", report.failedRules())) + "."));
        html.append(new FailureSection(report, pages).html());
        report.oracle().ifPresent(oracle -> html.append(oracle(oracle)));
        report.unshown()
                .forEach(declared -> html.append(String.format(
                        "<p class=\"declared\">Declared, but not seen: %s (%s).</p>\n",
                        Markup.escape(declared.ruleId()), Markup.escape(declared.reason()))));
        report.groups().forEach(group -> html.append(group(group)));
        return html.toString();
    }

    private static String oracle(OracleResult oracle) {
        return oracle.difference()
                        .map(found -> String.format(
                                "<p class=\"failed\">Device and model differ in %s: expected %s, seen %s.</p>\n"
                                        + "<pre>%s</pre>\n",
                                Markup.escape(found.topic()),
                                Markup.escape(found.expected()),
                                Markup.escape(found.seen()),
                                Markup.escape(found.program())))
                        .orElseGet(() -> String.format(
                                "<p class=\"passed\">Device and model agree in %d verbs.</p>\n", oracle.verbs()))
                + oracle.deviated()
                        .map(found -> String.format(
                                "<p class=\"declared\">Declared, and seen by the oracle: %s (%s): expected %s, seen"
                                        + " %s.</p>\n",
                                Markup.escape(String.join(", ", found.rules())),
                                Markup.escape(found.topic()),
                                Markup.escape(found.expected()),
                                Markup.escape(found.seen())))
                        .orElse("");
    }

    private String group(GroupResult group) {
        long failed = group.count(CaseResult.Failed.class);
        StringBuilder html = new StringBuilder(String.format(
                "<details%s><summary>%s: %d of %d passed</summary>\n<table>\n",
                failed > 0 ? " open" : "",
                Markup.escape(group.title()),
                group.count(CaseResult.Passed.class),
                group.results().size()));
        group.results().forEach(result -> html.append(row(result)));
        return html.append("</table>\n</details>\n").toString();
    }

    private String row(CaseResult result) {
        return switch (result) {
            case CaseResult.Passed passed ->
                row(passed, "passed", String.join(", ", result.of().rules()));
            case CaseResult.Failed failed -> row(failed, "failed", fault(failed));
            case CaseResult.Deviated deviated ->
                row(deviated, "declared", fault(deviated.failed()) + "; " + deviated.declared());
            case CaseResult.Skipped skipped -> row(skipped, "skipped", skipped.reason());
        };
    }

    private String row(CaseResult result, String verdict, String remark) {
        return String.format(
                "<tr><td class=\"%1$s\">%1$s</td><td><code>%2$s</code></td><td>%3$s</td><td>%4$s</td></tr>\n",
                verdict,
                Markup.escape(result.of().id()),
                Markup.escape(result.of().title()),
                Markup.escape(remark) + link(result));
    }

    private String link(CaseResult result) {
        return pages.of(provider, result.of().id())
                .map(page -> String.format(" <a href=\"%s\">step by step</a>", Markup.escape(page)))
                .orElse("");
    }

    private static String fault(CaseResult.Failed failed) {
        return String.join(", ", failed.rules()) + ": expected " + failed.expected() + ", seen " + failed.seen();
    }
}
