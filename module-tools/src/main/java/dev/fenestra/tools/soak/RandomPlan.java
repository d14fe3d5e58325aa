package dev.fenestra.tools.soak;

import dev.fenestra.hw.sim.fabric.Fault;
import dev.fenestra.hw.sim.fabric.FaultAction;
import dev.fenestra.hw.sim.fabric.FaultPlan;
import dev.fenestra.hw.sim.fabric.FaultRates;
import dev.fenestra.hw.sim.fabric.PacketMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Plans from which a connection with seven retries always recovers: no more faults than that. */
final class RandomPlan {
    private static final int MAX_FAULTS = 6;
    /** Beyond the timeout of a run, so that some packets are sent again and the first copies still arrive. */
    private static final long MAX_DELAY_NANOS = 3_000_000;

    private RandomPlan() {}

    /**
     * Picks a few packets and what happens to them.
     *
     * @param packets of the run without faults
     */
    static FaultPlan of(long seed, int packets) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Fault> faults = new ArrayList<>();
        int count = 1 + random.nextInt(MAX_FAULTS);
        for (int i = 0; i < count; i++) {
            FaultAction action = FaultAction.values()[random.nextInt(FaultAction.values().length)];
            int kth = 1 + random.nextInt(packets + packets / 2 + 1);
            boolean isLong = random.nextInt(4) == 0;
            long delay = 1 + random.nextLong(isLong ? MAX_DELAY_NANOS : Fault.DEFAULT_DELAY_NANOS);
            faults.add(Fault.at(action, PacketMatch.ANY, kth).withDelay(delay));
        }
        return new FaultPlan(seed, faults, FaultRates.NONE);
    }
}
