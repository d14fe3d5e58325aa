package dev.fenestra.hw.sim.device;

/**
 * The host's end of a device's interrupt lines. Called in the device's serial order, while it works: it notes the
 * interrupt and returns, and whatever is to be done is done after the device's step.
 */
@FunctionalInterface
public interface InterruptListener {

    /**
     * An entry was written to an armed event queue.
     *
     * @param line of the queue, {@link dev.fenestra.hw.sim.prm.Eqc#INTERRUPT}
     */
    void interrupt(int line);
}
