package dev.fenestra.hw.sim.fabric.fault;

import java.util.List;

/**
 * All faults of a link. The same plan does the same to the same packets.
 *
 * @param seed of everything drawn by chance: the rates, and the bit that a corruption flips
 * @param faults the first that hits a packet counts
 * @param rates for packets that no fault hits
 */
public record FaultPlan(long seed, List<Fault> faults, FaultRates rates) {
    /** No faults. */
    public static final FaultPlan NONE = new FaultPlan(0, List.of(), FaultRates.NONE);

    /** Copies the list. */
    public FaultPlan {
        faults = List.copyOf(faults);
    }

    /**
     * {@return a plan of these faults, without chance}
     *
     * @param faults the first that hits a packet counts
     */
    public static FaultPlan of(Fault... faults) {
        return new FaultPlan(0, List.of(faults), FaultRates.NONE);
    }

    /**
     * {@return a plan of faults by chance}
     *
     * @param seed of everything drawn by chance
     * @param rates the probabilities
     */
    public static FaultPlan of(long seed, FaultRates rates) {
        return new FaultPlan(seed, List.of(), rates);
    }
}
