package dev.fenestra.hw.sim.hca.host;

/**
 * The host's end of a device's interrupt lines. It is called in the device's serial order, in the middle of a step. It
 * only notes the interrupt; the host handles it after the step.
 */
@FunctionalInterface
public interface InterruptListener {

    /**
     * An entry was written to an armed event queue.
     *
     * @param line of the queue
     */
    void interrupt(int line);
}
