package dev.fenestra.hw.sim.fabric.waits;

/**
 * The thread that drives a fabric has ended with the cause of this exception. A caller that waits would wait for ever.
 */
public final class FabricException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception of a caller that waits.
     *
     * @param cause what the thread has died of
     */
    public FabricException(Throwable cause) {
        super("the thread that drives the fabric has died of " + cause, cause);
    }
}
