package dev.fenestra.tools.conformance.kit;

import dev.fenestra.tools.conformance.CaseResult;
import java.util.List;

/** The failures of a provider, at the head of its part of the page, with all that repeats each of them. */
record FailureSection(ConformanceReport report, CasePages pages) {
    private static final String TEST = """
        // import static org.junit.jupiter.api.Assertions.assertTrue;
        // import dev.fenestra.tools.bench.BenchFactory;
        // import dev.fenestra.tools.bench.TestBench;
        // import dev.fenestra.tools.conformance.kit.Conformance;
        // import dev.fenestra.tools.conformance.kit.ConformanceOptions;
        @Test
        void shouldPass%1$s() {
            BenchFactory hosts = seed -> TestBench.builder().provider("%2$s").seed(seed).build();
            ConformanceOptions options = ConformanceOptions.DEFAULT.withSeed(%3$dL).withRule("%4$s");
            assertTrue(Conformance.run("%2$s", hosts, options).isPassed());
        }
        """;

    String html() {
        List<CaseResult.Failed> failures = report.failures();
        if (failures.isEmpty()) {
            return "";
        }
        StringBuilder html = new StringBuilder("<h3>Failures</h3>\n");
        failures.forEach(failed -> html.append(one(failed)));
        return html.toString();
    }

    private String one(CaseResult.Failed failed) {
        String id = failed.of().id();
        StringBuilder html = new StringBuilder();
        html.append(String.format(
                "<details><summary><span class=\"failed\">%s</span> <code>%s</code> %s</summary>\n",
                Markup.escape(String.join(", ", failed.rules())),
                Markup.escape(id),
                Markup.escape(failed.of().title())));
        html.append(String.format(
                "<p>Expected %s, seen %s.%s</p>\n",
                Markup.escape(failed.expected()),
                Markup.escape(failed.seen()),
                failed.refusedBy().isEmpty()
                        ? ""
                        : " Refused by " + Markup.escape(String.join(", ", failed.refusedBy())) + "."));
        pages.of(report.provider(), id)
                .ifPresent(page -> html.append(String.format(
                        "<p><a href=\"%s\">Step by step</a>, with refusals, packets and bytes.</p>\n",
                        Markup.escape(page))));
        html.append(String.format("<pre>%s</pre>\n", Markup.escape(command(id))));
        html.append(String.format("<pre>%s</pre>\n", Markup.escape(test(id))));
        return html.append("</details>\n").toString();
    }

    private String command(String id) {
        return String.format(
                "./fenestra conformance --provider %s --rule %s --seed %d", report.provider(), id, report.seed());
    }

    private String test(String id) {
        return String.format(TEST, id.replaceAll("\\W", "_"), report.provider(), report.seed(), id);
    }
}
