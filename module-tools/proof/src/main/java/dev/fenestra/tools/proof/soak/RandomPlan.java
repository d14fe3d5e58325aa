package dev.fenestra.tools.proof.soak;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Plans from which a connection with seven retries always recovers: no more faults than that between two steps of
 * progress.
 */
final class RandomPlan {
    private static final int MAX_FAULTS = 6;
    /** Beyond the timeout of a run, so that some packets are sent again and the first copies still arrive. */
    private static final long MAX_DELAY_NANOS = 3_000_000;

    private static final FaultAction[] LATE = {FaultAction.REORDER, FaultAction.DELAY, FaultAction.DUPLICATE};
    /** Enough packets that those of one percent are several. */
    private static final int MANY = 200;
    /** With so many packets each loss sends thousands again. A run with all faults at once would never end. */
    private static final int VERY_MANY = 4_000;

    private static final FaultRates LOSSY = new FaultRates(0.01, 0, 0, 0, 0, 0);
    private static final FaultRates MIXED = new FaultRates(0.02, 0.05, 0.05, 0.05, 0.02, 20_000);
    private static final FaultRates SHUFFLED = new FaultRates(0, 0.05, 0.1, 0.25, 0, 1_000_000);

    private RandomPlan() {}

    /**
     * Picks a few packets and what happens to them, or how likely it is.
     *
     * @param packets of the run without faults
     */
    static FaultPlan of(long seed, int packets) {
        SplittableRandom random = new SplittableRandom(seed);
        int kind = random.nextInt(16);
        if (packets > MANY && kind < 8) {
            return FaultPlan.of(seed, kind < 4 || packets > VERY_MANY ? LOSSY : MIXED);
        }
        if (kind == 0) {
            return FaultPlan.of(seed, MIXED);
        }
        if (kind == 1) {
            return FaultPlan.of(seed, SHUFFLED);
        }
        return new FaultPlan(seed, faults(random, packets, kind < 6 ? LATE : FaultAction.values()), FaultRates.NONE);
    }

    private static List<Fault> faults(SplittableRandom random, int packets, FaultAction[] actions) {
        List<Fault> faults = new ArrayList<>();
        int count = 1 + random.nextInt(MAX_FAULTS);
        for (int i = 0; i < count; i++) {
            FaultAction action = actions[random.nextInt(actions.length)];
            int kth = 1 + random.nextInt(packets + packets / 2 + 1);
            boolean isLong = random.nextInt(4) == 0;
            long delay = 1 + random.nextLong(isLong ? MAX_DELAY_NANOS : Fault.DEFAULT_DELAY_NANOS);
            faults.add(Fault.at(action, PacketMatch.ANY, kth).withDelay(delay));
        }
        return faults;
    }
}
