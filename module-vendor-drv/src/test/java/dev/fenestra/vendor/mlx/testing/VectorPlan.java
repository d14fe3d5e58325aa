package dev.fenestra.vendor.mlx.testing;

import java.util.function.Function;

/**
 * How a vector is answered.
 *
 * @param kind run as it is, answered otherwise on purpose, or not yet covered
 * @param reason why, unless it is run
 */
public record VectorPlan(Kind kind, String reason) {
    /** What a test does with a vector. */
    public enum Kind {
        RUN,
        EXCEPTED,
        SKIPPED
    }

    public static final VectorPlan RUN = new VectorPlan(Kind.RUN, "");

    public static VectorPlan excepted(String reason) {
        return new VectorPlan(Kind.EXCEPTED, reason);
    }

    public static VectorPlan skipped(String reason) {
        return new VectorPlan(Kind.SKIPPED, reason);
    }

    /** {@code run/excepted/skipped} of a file. */
    public static String counts(String file, Function<Vector, VectorPlan> plans) {
        int[] counts = new int[Kind.values().length];
        for (Vector vector : VectorFile.read(file)) {
            counts[plans.apply(vector).kind().ordinal()]++;
        }
        return counts[0] + " run, " + counts[1] + " excepted, " + counts[2] + " skipped";
    }
}
