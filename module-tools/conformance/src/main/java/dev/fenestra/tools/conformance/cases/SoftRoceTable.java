package dev.fenestra.tools.conformance.cases;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.observe.rules.SoftRoceAnswer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A Markdown table of our answers beside those of soft-RoCE. */
public final class SoftRoceTable {
    private static final String HEAD = """
        # Fenestra beside soft-RoCE

        This page is made by `mvn test -Dtest=SoftRoceTableTest -Dsurefire.failIfNoSpecifiedTests=false` and held by
        `SoftRoceTableTest`.

        What every bind, invalidate, rebind and teardown of a memory window does, case by case: on Fenestra's device
        with type 2B windows, in the run that made this table, and on soft-RoCE (rxe) of the Linux kernels 6.1.192 and
        6.12.95 with the user space of rdma-core 44. Each is a case of the conformance kit. Completion statuses are
        without `IBV_WC_`.

        | case | what | Fenestra | soft-RoCE, 6.1 | soft-RoCE, 6.12 | verdict |
        |---|---|---|---|---|---|
        """;

    private SoftRoceTable() {}

    /**
     * The table.
     *
     * @param results of {@link ConformanceCases#softRoce}, all passed
     */
    public static String of(List<CaseResult> results) {
        Map<String, SoftRoceAnswer> recorded =
                SoftRoceAnswer.all().stream().collect(Collectors.toMap(SoftRoceAnswer::id, Function.identity()));
        StringBuilder text = new StringBuilder(HEAD);
        for (CaseResult result : results) {
            text.append(
                    row(result, Objects.requireNonNull(recorded.get(result.of().id()))));
        }
        return text.append(summary(recorded)).toString();
    }

    private static String row(CaseResult result, SoftRoceAnswer recorded) {
        return String.format(
                "| %s | %s | %s | %s | %s | %s |\n",
                recorded.id(),
                recorded.what(),
                answer(result),
                recorded.linux61(),
                recorded.linux612(),
                recorded.verdict());
    }

    private static String answer(CaseResult result) {
        return switch (result) {
            case CaseResult.Passed passed -> String.join("; ", passed.answers());
            case CaseResult.Failed failed -> "expected " + failed.expected() + ", seen " + failed.seen();
            case CaseResult.Deviated deviated -> answer(deviated.failed());
            case CaseResult.Skipped skipped -> skipped.reason();
        };
    }

    private static String summary(Map<String, SoftRoceAnswer> recorded) {
        long same = count(recorded, "same");
        long faults = count(recorded, "the Linux kernel faults");
        return String.format(
                "\n"
                    + "%d cases: in %d soft-RoCE answers as the specification does, in %d it differs, in %d the Linux"
                    + " kernel faults.\n",
                recorded.size(), same, recorded.size() - same - faults, faults);
    }

    private static long count(Map<String, SoftRoceAnswer> recorded, String verdict) {
        return recorded.values().stream()
                .filter(answer -> answer.verdict().equals(verdict))
                .count();
    }
}
