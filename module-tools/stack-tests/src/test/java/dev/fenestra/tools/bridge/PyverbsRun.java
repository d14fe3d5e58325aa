package dev.fenestra.tools.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What each test of rdma-core ended with.
 *
 * @param verdicts in the order of the run
 */
record PyverbsRun(List<Verdict> verdicts) {
    private static final Pattern NAME = Pattern.compile("^test_(\\w+) \\(tests\\.test_(\\w+)\\..*");
    private static final Pattern END =
            Pattern.compile("(?:^|\\.\\.\\. )(?:(ok)|(FAIL|ERROR)|skipped (?:'(.*)'|\"(.*)\"))$");
    private static final Pattern RUN = Pattern.compile("Ran (\\d+) tests?");
    private static final Pattern SKIPPED = Pattern.compile("skipped=(\\d+)");
    private static final Pattern WRONG = Pattern.compile("(?:failures|errors)=(\\d+)");

    /** How a test ended. */
    enum Outcome {
        PASSED,
        SKIPPED,
        FAILED
    }

    /**
     * A test.
     *
     * @param module without {@code test_}
     * @param test without {@code test_}
     * @param outcome how it ended
     * @param message why it was skipped, in its own words
     */
    record Verdict(String module, String test, Outcome outcome, String message) {
        String name() {
            return module + "." + test;
        }
    }

    /**
     * Reads the lines of {@code unittest -v}.
     *
     * @param said all that the run has written
     * @return the run
     * @throws IllegalArgumentException when these are not as many as the last lines say
     */
    static PyverbsRun parse(String said) {
        List<Verdict> verdicts = new ArrayList<>();
        @Nullable Matcher name = null;
        for (String line : said.lines().toList()) {
            Matcher begin = NAME.matcher(line);
            name = begin.matches() ? begin : name;
            Matcher end = END.matcher(line);
            if (name != null && end.find()) {
                verdicts.add(verdict(name, end));
                name = null;
            }
        }
        PyverbsRun run = new PyverbsRun(verdicts);
        if (verdicts.size() != sum(RUN, said)
                || run.count(Outcome.SKIPPED) != sum(SKIPPED, said)
                || run.count(Outcome.FAILED) != sum(WRONG, said)) {
            throw new IllegalArgumentException(verdicts.size() + " verdicts in: " + said);
        }
        return run;
    }

    private static Verdict verdict(Matcher name, Matcher end) {
        Outcome outcome = Outcome.SKIPPED;
        String message = end.group(3) == null ? end.group(4) : end.group(3);
        if (message == null) {
            outcome = end.group(1) == null ? Outcome.FAILED : Outcome.PASSED;
            message = "";
        }
        return new Verdict(name.group(2), name.group(1), outcome, message);
    }

    private static int sum(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .sum();
    }

    /** {@return how many ended so} */
    int count(Outcome outcome) {
        return (int) verdicts.stream()
                .filter(verdict -> verdict.outcome() == outcome)
                .count();
    }

    /** {@return the names of those that failed} */
    Set<String> failed() {
        return verdicts.stream()
                .filter(verdict -> verdict.outcome() == Outcome.FAILED)
                .map(Verdict::name)
                .collect(Collectors.toSet());
    }
}
