package dev.fenestra.tools.attacks;

import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The steps from each key of a device to the next, and what they give away. Entropies are of the steps as they
 * occurred, in bits.
 *
 * @param of the differences of keys, in order
 */
record KeySteps(int... of) {
    /** Steps that occur this seldom say nothing of their frequency. */
    private static final int TOO_SELDOM = 4;

    /** Windows are allocated one after another, none is given back. */
    static KeySteps taken(KeyPolicy policy, int keys) {
        try (TestBench bench =
                TestBench.builder().hcaConfig(config -> config.withKeys(policy)).build()) {
            ProtectionDomain pd = bench.host("bob").open().allocPd();
            int[] steps = new int[keys - 1];
            int last = pd.allocMw(MwType.TYPE_1).rkey();
            for (int i = 0; i < steps.length; i++) {
                int key = pd.allocMw(MwType.TYPE_1).rkey();
                steps[i] = key - last;
                last = key;
            }
            return new KeySteps(steps);
        }
    }

    private Map<Integer, Integer> counts(int from, int to) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = from; i < to; i++) {
            counts.merge(of[i], 1, Integer::sum);
        }
        return counts;
    }

    private int largest() {
        return counts(0, of.length).values().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElseThrow();
    }

    /** Whether there were enough keys to say how often each step occurs. */
    boolean isMeasurable() {
        return largest() > TOO_SELDOM;
    }

    /** Minus log2 of how often the likeliest step occurs. */
    double minEntropy() {
        return log2((double) of.length / largest());
    }

    /** Minus log2 of how often two steps are the same. */
    double collisionEntropy() {
        double same = 0;
        for (int count : counts(0, of.length).values()) {
            same += Math.pow((double) count / of.length, 2);
        }
        return -log2(same);
    }

    /** The entropy of a step, on average, when the step before it is known: H(Y|X) of Shannon. */
    double conditionalEntropy() {
        Map<Long, Integer> pairs = new HashMap<>();
        for (int i = 1; i < of.length; i++) {
            pairs.merge((long) of[i - 1] << Integer.SIZE | of[i] & 0xffffffffL, 1, Integer::sum);
        }
        return entropy(pairs.values()) - entropy(counts(0, of.length - 1).values());
    }

    private static double entropy(Collection<Integer> counts) {
        double all = counts.stream().mapToInt(Integer::intValue).sum();
        return counts.stream()
                .mapToDouble(count -> count / all * log2(all / count))
                .sum();
    }

    /**
     * How many of 100 next keys an attacker foretells who has seen the first half, and learns each key before guessing
     * the next.
     */
    double foretold() {
        int half = of.length / 2;
        Map<Integer, Map<Integer, Integer>> seen = new HashMap<>();
        for (int i = 1; i < half; i++) {
            seen.computeIfAbsent(of[i - 1], _ -> new HashMap<>()).merge(of[i], 1, Integer::sum);
        }
        Map<Integer, Integer> guesses = new HashMap<>();
        seen.forEach((step, next) -> guesses.put(step, likeliest(next)));
        int usual = likeliest(counts(0, half));
        int right = 0;
        for (int i = half; i < of.length; i++) {
            right += guesses.getOrDefault(of[i - 1], usual) == of[i] ? 1 : 0;
        }
        return 100.0 * right / (of.length - half);
    }

    private static int likeliest(Map<Integer, Integer> counts) {
        return counts.entrySet().stream()
                .max(Comparator.comparingInt(Map.Entry::getValue))
                .orElseThrow()
                .getKey();
    }

    /** Of 100 steps, those that are one of these. */
    double share(int... steps) {
        return 100.0
                * Arrays.stream(of)
                        .filter(step -> Arrays.stream(steps).anyMatch(one -> one == step))
                        .count()
                / of.length;
    }

    /** Its cells in the table of the documents. */
    String row(String name) {
        return isMeasurable()
                ? String.format(
                        Locale.ROOT,
                        "| %s | %.2f | %.2f | %.2f | %.0f %% |",
                        name,
                        minEntropy(),
                        Math.abs(collisionEntropy()),
                        Math.abs(conditionalEntropy()),
                        foretold())
                : String.format(Locale.ROOT, "| %s | over 14 | over 14 | not measurable | %.0f %% |", name, foretold());
    }

    private static double log2(double number) {
        return Math.log(number) / Math.log(2);
    }
}
