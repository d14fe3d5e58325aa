package dev.fenestra.hw.sim.fabric;

/**
 * The thread that drives a fabric has ended with the cause of this exception. A caller that waits would wait for ever.
 */
public final class FabricException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FabricException(Throwable cause) {
        super("the thread that drives the fabric has died of " + cause, cause);
    }
}
