package dev.fenestra.hw.sim.fabric;

import java.util.List;

/**
 * All that goes wrong on a link. The same plan does the same to the same packets.
 *
 * @param seed of everything drawn by chance: the rates, and the bit that a corruption flips
 * @param faults the first that hits a packet counts
 * @param rates for packets that no fault hits
 */
public record FaultPlan(long seed, List<Fault> faults, FaultRates rates) {
    /** Nothing goes wrong. */
    public static final FaultPlan NONE = new FaultPlan(0, List.of(), FaultRates.NONE);

    public FaultPlan {
        faults = List.copyOf(faults);
    }

    public static FaultPlan of(Fault... faults) {
        return new FaultPlan(0, List.of(faults), FaultRates.NONE);
    }

    public static FaultPlan of(long seed, FaultRates rates) {
        return new FaultPlan(seed, List.of(), rates);
    }
}
