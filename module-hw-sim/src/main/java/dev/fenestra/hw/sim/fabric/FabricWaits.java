package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.fabric.clock.RealPacer;
import dev.fenestra.hw.sim.fabric.waits.FabricWait;
import java.util.List;

/** Asks a fabric who waits on it. */
public final class FabricWaits {
    private FabricWaits() {}

    /**
     * {@return who waits on a fabric at this moment} It looks at the devices for work only when nobody drives, and
     * waits for no thread. So it answers also while everything stands still. On a virtual clock nobody waits.
     *
     * @param fabric any fabric
     */
    public static List<FabricWait> of(Fabric fabric) {
        RealPacer pacer = fabric.realPacer();
        return pacer == null ? List.of() : pacer.waits();
    }
}
