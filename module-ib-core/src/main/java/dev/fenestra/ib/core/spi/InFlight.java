package dev.fenestra.ib.core.spi;

import java.util.List;

/**
 * What a device knows of requests that have not completed, at the moment when somebody gives up waiting for them.
 *
 * @param canMove whether something can still happen by itself, or by another thread; false only on a clock that the
 *     caller alone moves, when no packet and no timer is under way
 * @param moves steps so far in which the device, or another one on its wire, had work
 * @param sentences one for each QP that has something in flight, without a full stop
 */
public record InFlight(boolean canMove, long moves, List<String> sentences) {
    /** Of a device that cannot tell. */
    public static final InFlight UNKNOWN = new InFlight(true, 0, List.of());

    /** Copies the sentences. */
    public InFlight {
        sentences = List.copyOf(sentences);
    }
}
