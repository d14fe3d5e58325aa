package dev.fenestra.hw.sim.fabric;

/** The thread that drives a fabric has died of its cause: what a caller waits for will not come. */
public final class FabricException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FabricException(Throwable cause) {
        super("the thread that drives the fabric has died of " + cause, cause);
    }
}
