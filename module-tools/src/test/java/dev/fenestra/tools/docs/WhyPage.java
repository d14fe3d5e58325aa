package dev.fenestra.tools.docs;

import dev.fenestra.tools.observe.rules.RuleEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * docs/generated/why.md: every rule, grouped by what a program sees when it is broken.
 *
 * @param groups what a program sees
 * @param hints what to look at, by rule; for a few families one hint
 */
record WhyPage(List<Group> groups, Map<String, String> hints) {
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

        "Source" is where the rule comes from: the specification (IBA), a man page, or the place in the Linux kernel or
        in rdma-core. "Ours" means that it is a choice of this project: [decisions](../decisions/README.md) has reasons.

        %s
        """;

    /**
     * What a program sees.
     *
     * @param signs parts of outcomes that lead here; after "=" the whole outcome
     */
    record Group(String name, List<String> signs, String text) {
        boolean holds(RuleEntry rule) {
            return signs.stream().anyMatch(sign -> isSignOf(sign, rule.outcome()));
        }

        private static boolean isSignOf(String sign, String outcome) {
            return sign.startsWith("=")
                    ? outcome.equals(sign.substring(1))
                    : (" " + outcome + " ").contains(" " + sign + " ");
        }
    }

    static WhyPage read() throws IOException {
        Map<String, String> hints = new LinkedHashMap<>();
        for (String[] row : rows("why-hints.txt", 2)) {
            if (hints.put(row[0], row[1]) != null) {
                throw new IllegalStateException("two hints for " + row[0]);
            }
        }
        List<Group> groups = rows("why-groups.txt", 3).stream()
                .map(row -> new Group(row[0], List.of(row[1].split(", ")), row[2]))
                .toList();
        return new WhyPage(groups, hints);
    }

    private static List<String[]> rows(String resource, int columns) throws IOException {
        try (InputStream in = Objects.requireNonNull(WhyPage.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" \\| ", columns))
                    .toList();
        }
    }

    /** The key of the hint: that of the rule, or else of its family, which is what stands before the dash. */
    Optional<String> hintKey(RuleEntry rule) {
        return Stream.of(rule.id(), rule.id().replaceFirst("-.*", ""))
                .filter(hints::containsKey)
                .findFirst();
    }

    String text(List<RuleEntry> rules) {
        List<String> links = groups.stream()
                .map(group -> "[" + group.name() + "](#" + DocPage.anchor(group.name()) + ")")
                .toList();
        StringBuilder page = new StringBuilder(HEAD.formatted(rules.size(), wrapped(String.join(", ", links))));
        for (Group group : groups) {
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
                    + cell(hintKey(rule).map(hints::get).orElse("-")) + " | " + cell(rule.source()) + " |");
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
