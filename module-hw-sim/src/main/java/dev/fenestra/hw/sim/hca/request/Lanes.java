package dev.fenestra.hw.sim.hca.request;

/**
 * The lanes of a device. They are independent of each other.
 *
 * @param messages sends small SENDs and RDMA WRITEs
 * @param atomics sends atomics
 * @param keys executes binds and invalidates
 */
public record Lanes(SendLane messages, SendLane atomics, SendLane keys) {
    private static final SendLane TAKES_NOTHING = (qp, posted, budget) -> 0;

    /** No lanes: all requests take the general path. */
    public static final Lanes NONE = new Lanes(TAKES_NOTHING, TAKES_NOTHING, TAKES_NOTHING);
}
