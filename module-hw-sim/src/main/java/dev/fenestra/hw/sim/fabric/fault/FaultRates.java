package dev.fenestra.hw.sim.fabric.fault;

import org.jspecify.annotations.Nullable;

/**
 * The probabilities of faults, each from 0 to 1. Their sum is 1 at most.
 *
 * @param drop that a packet never arrives
 * @param duplicate that it arrives twice
 * @param delay that it arrives late, overtaken by others
 * @param reorder that it arrives behind the next one
 * @param corrupt that one of its bits is flipped
 * @param maxDelayNanos the largest delay, nanoseconds; delays are drawn evenly from 0 up
 */
public record FaultRates(
        double drop, double duplicate, double delay, double reorder, double corrupt, long maxDelayNanos) {
    /** No faults. */
    public static final FaultRates NONE = new FaultRates(0, 0, 0, 0, 0, 0);

    /**
     * Checks the rates.
     *
     * @throws IllegalArgumentException for a negative rate or delay, or a sum above 1
     */
    public FaultRates {
        double sum = drop + duplicate + delay + reorder + corrupt;
        boolean negative = Math.min(Math.min(Math.min(drop, duplicate), Math.min(delay, reorder)), corrupt) < 0;
        if (negative || !(sum <= 1) || maxDelayNanos < 0) {
            throw new IllegalArgumentException("rates must be 0 or more and 1 at most in sum");
        }
    }

    /** The action for a number drawn from 0 to 1; null for none. */
    @Nullable
    FaultAction pick(double drawn) {
        double left = drawn;
        for (FaultAction action : FaultAction.values()) {
            left -= of(action);
            if (left < 0) {
                return action;
            }
        }
        return null;
    }

    private double of(FaultAction action) {
        return switch (action) {
            case DROP -> drop;
            case DUPLICATE -> duplicate;
            case DELAY -> delay;
            case REORDER -> reorder;
            case CORRUPT -> corrupt;
        };
    }
}
