package dev.fenestra.tools.bridge;

import dev.fenestra.tools.bridge.PyverbsRun.Outcome;
import dev.fenestra.tools.bridge.PyverbsRun.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The page of what the tests of rdma-core end with on the cards of several vendors. */
final class PyverbsPage {
    private static final String BEGINNING = """
        # pyverbs on cards of other vendors

        This page is made by `mvn verify -Dtest=PyverbsTest -Dfenestra.pyverbs=all` and held by `PyverbsTest`.

        The tests of rdma-core 44 in Python, as Debian 12 ships them, ran unmodified on the libraries of five vendors:
        all modules in one process. Some tests draw flags by chance; here chance begins with seed 0.
        [pyverbs.md](../pyverbs.md) has the same for mlx5.

        """;

    private static final String OF_MLX5 = "mlx5_";

    private final Map<String, PyverbsRun> runs;
    private final PyverbsReasons reasons;

    /**
     * Makes a page.
     *
     * @param runs by card, in the order of the columns
     * @param reasons of all that did not pass
     */
    PyverbsPage(Map<String, PyverbsRun> runs, PyverbsReasons reasons) {
        this.runs = runs;
        this.reasons = reasons;
    }

    /** Tests of mlx5's own calls are one group. */
    private static String group(Verdict verdict) {
        return verdict.module().startsWith(OF_MLX5) ? OF_MLX5 + "*" : verdict.module();
    }

    private static String test(Verdict verdict) {
        return group(verdict).equals(verdict.module())
                ? verdict.test()
                : verdict.name().substring(OF_MLX5.length());
    }

    private static String row(Collection<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private String head(String first, String... more) {
        List<String> cells = new ArrayList<>(List.of(first));
        cells.addAll(List.of(more));
        return row(cells) + "|" + "---|".repeat(cells.size()) + "\n";
    }

    private String summary() {
        StringBuilder text =
                new StringBuilder(head("card", "run", "passed", "skipped", "failed by the library itself"));
        runs.forEach((card, run) -> text.append(row(List.of(
                "`" + card + "`",
                "" + run.verdicts().size(),
                "" + run.count(Outcome.PASSED),
                "" + run.count(Outcome.SKIPPED),
                "" + run.count(Outcome.FAILED)))));
        return text.toString();
    }

    private String modules() {
        TreeSet<String> names = new TreeSet<>();
        runs.values().forEach(run -> run.verdicts().forEach(verdict -> names.add(group(verdict))));
        StringBuilder text = new StringBuilder(head(
                "module, passed and skipped",
                runs.keySet().stream().map(card -> "`" + card + "`").toArray(String[]::new)));
        for (String module : names) {
            List<String> cells = new ArrayList<>(List.of("`" + module + "`"));
            runs.values().forEach(run -> cells.add(counted(run, module)));
            text.append(row(cells));
        }
        return text.toString();
    }

    private static String counted(PyverbsRun run, String module) {
        PyverbsRun part = new PyverbsRun(run.verdicts().stream()
                .filter(verdict -> group(verdict).equals(module))
                .toList());
        int failed = part.count(Outcome.FAILED);
        return part.verdicts().isEmpty()
                ? "-"
                : part.count(Outcome.PASSED) + ", " + part.count(Outcome.SKIPPED)
                        + (failed == 0 ? "" : ", " + failed + " failed");
    }

    /** Tests of a module that share a reason and the cards. */
    private String rows(Outcome outcome) {
        Map<String, TreeMap<String, TreeSet<String>>> cardsOf = new TreeMap<>();
        runs.forEach((card, run) -> {
            for (Verdict verdict : run.verdicts()) {
                if (verdict.outcome() == outcome) {
                    cardsOf.computeIfAbsent(
                                    "`" + group(verdict) + "` | " + reasons.why(card, verdict), _ -> new TreeMap<>())
                            .computeIfAbsent("`" + test(verdict) + "`", _ -> new TreeSet<>())
                            .add(card);
                }
            }
        });
        StringBuilder text = new StringBuilder(head("module", "why", "cards", "tests"));
        cardsOf.forEach((reason, tests) -> {
            Map<String, List<String>> testsOf = new TreeMap<>();
            tests.forEach((test, cards) -> testsOf.computeIfAbsent(cards(cards), _ -> new ArrayList<>())
                    .add(test));
            testsOf.forEach((cards, names) -> text.append(row(List.of(reason, cards, String.join(", ", names)))));
        });
        return text.toString();
    }

    private String cards(Collection<String> cards) {
        return cards.size() == runs.size()
                ? "all"
                : cards.stream().map(card -> "`" + card + "`").collect(Collectors.joining(", "));
    }

    String markdown() {
        return BEGINNING
                + summary()
                + "\n## By module\n\n"
                + modules()
                + "\n## What is skipped, and why\n\n"
                + rows(Outcome.SKIPPED)
                + "\n## What a library fails by itself\n\nA real card gives the same, since the call does not reach it"
                + " or reaches it as another call.\n\n"
                + rows(Outcome.FAILED);
    }
}
