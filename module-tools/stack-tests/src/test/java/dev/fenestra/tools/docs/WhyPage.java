package dev.fenestra.tools.docs;

import dev.fenestra.tools.observe.rules.RuleAdvice;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.Symptom;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * docs/generated/why.md: every rule, grouped by what a program sees when it is broken.
 *
 * @param advice the words of the page
 */
record WhyPage(RuleAdvice advice) {
    private static final String HEAD = """
        # Why do I get ...?

        This page is made by `mvn test -Dtest=WhyPageTest -Dsurefire.failIfNoSpecifiedTests=false` and held by
        `WhyPageTest`.

        Every rule of the stack, grouped by what a program sees when the rule is broken: first statuses of completions,
        then errnos, then the rest. %d rules, as `./fenestra rules --json` prints them.

        1. Find the status or the errno in the list below.
        2. If the refusal log names the rule, search this page for it. It is part of each failed `@Fenestra` test;
           `./fenestra refusals --attach S -f` shows that of a running program; in Java it is
           `bench.host("bob").refusals()`.
        3. Ask for the rule by the name in the first column: `./fenestra rules A7` shows who enforces it, the tests that
           break it, and a refusal from a run.
        4. Or ask with what you have, a word or a whole line: `./fenestra why EINVAL`, `./fenestra why A7`.

        "Source" is where the rule comes from: the specification (IBA), a man page, or the place in the Linux kernel or
        in rdma-core. "Ours" means that it is a choice of this project: [decisions](../decisions/README.md) has reasons.

        %s
        """;

    String text(List<RuleEntry> rules) {
        List<String> links = advice.symptoms().stream()
                .map(group -> "[" + group.name() + "](#" + DocPage.anchor(group.name()) + ")")
                .toList();
        StringBuilder page = new StringBuilder(HEAD.formatted(rules.size(), wrapped(String.join(", ", links))));
        for (Symptom group : advice.symptoms()) {
            page.append("\n## ").append(group.name()).append("\n\n");
            page.append(wrapped(capital(group.text()))).append('\n');
            List<RuleEntry> members = rules.stream().filter(group::holds).toList();
            if (!members.isEmpty()) {
                page.append("\n| rule | what is the case | what to look at | source |\n|---|---|---|---|\n");
                lines(members).forEach(line -> page.append(line).append('\n'));
            }
        }
        return page.toString();
    }

    /** A rule that two places enforce has one line. */
    private Set<String> lines(List<RuleEntry> members) {
        Set<String> lines = new LinkedHashSet<>();
        for (RuleEntry rule : members) {
            lines.add("| " + rule.id() + " | " + cell(rule.violation()) + " | "
                    + cell(advice.lookAt(rule).orElse("-")) + " | " + cell(rule.source()) + " |");
        }
        return lines;
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private static String wrapped(String text) {
        StringBuilder lines = new StringBuilder();
        int column = 0;
        for (String word : text.split(" ")) {
            if (column + 1 + word.length() > 120) {
                lines.append('\n');
                column = 0;
            } else if (column > 0) {
                lines.append(' ');
                column++;
            }
            lines.append(word);
            column += word.length();
        }
        return lines.toString();
    }
}
