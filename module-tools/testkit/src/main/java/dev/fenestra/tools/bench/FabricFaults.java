package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.ib.core.spi.WireFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Faults of a fabric of hw-sim: every kind of them, each in a stage of its own. */
final class FabricFaults implements WireFaults {
    /** After this a repeated packet arrives: when all else is over. */
    private static final long LATE_NANOS = 1_000_000;

    private final Fabric fabric;
    private final List<FaultStage> stages = new ArrayList<>();

    FabricFaults(Fabric fabric) {
        this.fabric = fabric;
    }

    @Override
    public boolean spoil(Message message, Fate fate, int first, int times) {
        PacketMatch match =
                PacketMatch.ANY.withOpcode(MessageOpcodes.of(message).number());
        FaultStage stage = new FaultStage(FaultPlan.of(new Fault(action(fate), match, first, times, delay(fate))));
        stages.add(stage);
        fabric.through(stage);
        return true;
    }

    @Override
    public long spoiled() {
        return stages.stream().mapToLong(FaultStage::hits).sum();
    }

    @Override
    public OptionalLong now() {
        return OptionalLong.of(fabric.now());
    }

    @Override
    public void letPass(long nanos) {
        long end = fabric.now() + nanos;
        while (fabric.now() < end) {
            fabric.progressUntil(end);
        }
    }

    private static FaultAction action(Fate fate) {
        return switch (fate) {
            case LOST -> FaultAction.DROP;
            case REPEATED -> FaultAction.DUPLICATE;
            case OVERTAKEN -> FaultAction.REORDER;
            case CORRUPTED -> FaultAction.CORRUPT;
        };
    }

    private static long delay(Fate fate) {
        return fate == Fate.REPEATED ? LATE_NANOS : Fault.DEFAULT_DELAY_NANOS;
    }
}
