package dev.fenestra.tools.proof.mutate.worker;

import java.util.BitSet;

/**
 * What a case reaches in classes without a defect.
 *
 * @param id of the case; {@link #ORACLE} stands for random programs beside the model
 * @param result of the case; unless it passes, a failure with a defect proves nothing
 * @param nanos that it takes
 * @param lines numbers of {@link Lines}
 */
public record Reached(String id, Result result, long nanos, BitSet lines) {
    /** No case has this id. */
    public static final String ORACLE = "the oracle";

    /** How a case ends. */
    public enum Result {
        /** It passes, or deviates as declared. */
        PASSED,
        /** It fails. */
        FAILED,
        /** The device lacks what it needs. */
        SKIPPED
    }

    /** Whether it passes. */
    public boolean isPassed() {
        return result == Result.PASSED;
    }
}
