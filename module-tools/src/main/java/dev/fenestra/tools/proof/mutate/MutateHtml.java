package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.conformance.kit.Markup;
import java.util.List;

/**
 * A report as one HTML page that needs no other file. It shows figures, then survivors; the reader can open the rest.
 */
public final class MutateHtml {
    private static final String STYLE = """
        .survivor { color: #a40e26; font-weight: 600 } .noticed { color: #176b2c }
        """;

    private MutateHtml() {}

    /** The page of a report. */
    public static String of(MutateReport report) {
        StringBuilder html = new StringBuilder();
        html.append(String.format("<h1>Defects of %s</h1>\n", Markup.escape(report.module())));
        html.append(String.format(
                "<p>%d of %d places, on provider %s, seed %d. %d cases pass without a defect. %d s.</p>\n",
                report.verdicts().size(),
                report.places(),
                Markup.escape(report.provider()),
                report.seed(),
                report.cases(),
                report.time().toSeconds()));
        html.append(figures(report));
        html.append("<h2>Not noticed</h2>\n").append(verdicts(report.survivors()));
        List<Verdict> others = report.verdicts().stream()
                .filter(one -> !one.outcome().isSurvivor())
                .toList();
        html.append(String.format("<details><summary>The other %d</summary>\n", others.size()));
        html.append(verdicts(others)).append("</details>\n");
        return Markup.page("mutate", STYLE, html);
    }

    private static String figures(MutateReport report) {
        StringBuilder html = new StringBuilder("<table>\n<tr><th>package</th><th>defects</th>");
        for (Outcome outcome : Outcome.values()) {
            html.append("<th>").append(outcome.text()).append("</th>");
        }
        html.append("<th>noticed</th></tr>\n");
        report.packages().forEach(one -> html.append(figures(one)));
        return html.append(figures(report.total())).append("</table>\n").toString();
    }

    private static String figures(Figures one) {
        StringBuilder html = new StringBuilder(
                String.format("<tr><td>%s</td><td>%d</td>", Markup.escape(one.name()), one.defects()));
        for (Outcome outcome : Outcome.values()) {
            html.append("<td>").append(one.count(outcome)).append("</td>");
        }
        return html.append(String.format("<td>%d %%</td></tr>\n", one.percent()))
                .toString();
    }

    private static String verdicts(List<Verdict> verdicts) {
        StringBuilder html = new StringBuilder("<table>\n");
        for (Verdict one : verdicts) {
            html.append(String.format(
                    "<tr><td><code>%s</code></td><td>%s</td><td>%s</td><td class=\"%s\">%s</td><td>%s</td></tr>\n",
                    Markup.escape(MutateText.place(one.point())),
                    one.point().operator(),
                    Markup.escape(one.point().change()),
                    one.outcome().isSurvivor() ? "survivor" : "noticed",
                    Markup.escape(one.outcome().text() + (one.by().isEmpty() ? "" : ": " + one.by())),
                    Markup.escape(one.seen())));
        }
        return html.append("</table>\n").toString();
    }
}
