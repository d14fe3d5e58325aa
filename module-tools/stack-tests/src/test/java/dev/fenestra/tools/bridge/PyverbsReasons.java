package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Why a test of rdma-core is skipped on a card, and which tests a vendor's library fails by itself. */
final class PyverbsReasons {
    private static final String TABLE = "pyverbs-reasons.txt";

    /** The first entry that matches counts. */
    private final List<Entry> entries;

    private PyverbsReasons(List<Entry> entries) {
        this.entries = entries;
    }

    /** Whether a test may be skipped, or must fail. */
    private record Entry(
            Predicate<String> card, boolean isFailure, Predicate<String> name, Predicate<String> message, String why) {
        static Entry of(String line) {
            String[] words = line.split(" \\| ", 5);
            if (words.length != 5 || !words[1].matches("skipped|failed")) {
                throw new IllegalArgumentException(line);
            }
            return new Entry(
                    Pattern.compile(words[0]).asMatchPredicate(),
                    words[1].equals("failed"),
                    Pattern.compile(words[2]).asMatchPredicate(),
                    Pattern.compile(words[3]).asPredicate(),
                    words[4]);
        }
    }

    static PyverbsReasons read() throws IOException {
        try (InputStream in = Objects.requireNonNull(PyverbsReasons.class.getResourceAsStream(TABLE))) {
            return new PyverbsReasons(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(Entry::of)
                    .toList());
        }
    }

    /** {@return why a test did not pass on a card} */
    String why(String card, PyverbsRun.Verdict verdict) {
        return entries.stream()
                .filter(entry -> entry.isFailure == (verdict.outcome() == PyverbsRun.Outcome.FAILED)
                        && entry.card.test(card)
                        && entry.name.test(verdict.name())
                        && entry.message.test(verdict.message()))
                .map(Entry::why)
                .findFirst()
                .orElseThrow(() -> new AssertionError(TABLE + " has no reason for " + verdict + " on " + card));
    }

    /** {@return tests of a run that the library of a card must fail} */
    Set<String> declared(String card, PyverbsRun run) {
        return run.verdicts().stream()
                .map(PyverbsRun.Verdict::name)
                .filter(name -> entries.stream()
                        .anyMatch(entry -> entry.isFailure && entry.card.test(card) && entry.name.test(name)))
                .collect(Collectors.toSet());
    }
}
