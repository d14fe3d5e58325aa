package dev.fenestra.ib.core.spi;

import java.util.List;

/**
 * What a device knows of requests that have not completed, at the moment when somebody gives up waiting for them.
 *
 * @param canMove whether something can still happen by itself, or by another thread; false only on a clock that the
 *     caller alone moves, when no packet and no timer is under way
 * @param moves steps so far in which the device, or another one on its wire, had work
 * @param waiting QPs that have something in flight, or are in ERR
 */
public record InFlight(boolean canMove, long moves, List<Waiting> waiting) {
    /** Of a device that cannot tell. */
    public static final InFlight UNKNOWN = new InFlight(true, 0, List.of());

    /** Copies the list. */
    public InFlight {
        waiting = List.copyOf(waiting);
    }

    /**
     * A QP whose requests do not complete.
     *
     * @param sentence what it waits for, without a full stop
     * @param isInError whether it waits for nothing, since it is in ERR
     */
    public record Waiting(String sentence, boolean isInError) {}
}
