package dev.fenestra.hw.sim.hca.limits;

/**
 * The support of a device for memory whose pages come when they are needed. UC has none.
 *
 * @param present regions may be paged on demand at all
 * @param implicit a region may cover a whole address space
 * @param rc operations of RC QPs, the bits of {@code ibv_odp_transport_cap_bits}
 * @param ud operations of UD QPs
 * @param xrc operations of XRC QPs
 * @param responderWaits a responder without a page stays silent and asks for the packet again when the page has come;
 *     otherwise it sends an RNR NAK, which costs the requester one of its RNR retries
 */
public record OdpSupport(boolean present, boolean implicit, int rc, int ud, int xrc, boolean responderWaits) {
    /** SEND from memory that is paged on demand ({@code IBV_ODP_SUPPORT_SEND}). */
    public static final int SEND = 0x01;
    /** Receives into it ({@code IBV_ODP_SUPPORT_RECV}). */
    public static final int RECEIVE = 0x02;
    /** RDMA WRITE from it or to it ({@code IBV_ODP_SUPPORT_WRITE}). */
    public static final int WRITE = 0x04;
    /** RDMA READ from it or to it ({@code IBV_ODP_SUPPORT_READ}). */
    public static final int READ = 0x08;
    /** Atomics on it ({@code IBV_ODP_SUPPORT_ATOMIC}). */
    public static final int ATOMIC = 0x10;
    /** Receives of an SRQ into it ({@code IBV_ODP_SUPPORT_SRQ_RECV}). */
    public static final int SRQ_RECEIVE = 0x20;
    /** FLUSH of it ({@code IB_ODP_SUPPORT_FLUSH}). */
    public static final int FLUSH = 0x40;
    /** Atomic writes to it ({@code IB_ODP_SUPPORT_ATOMIC_WRITE}). */
    public static final int ATOMIC_WRITE = 0x80;

    private static final int CONNECTED = SEND | RECEIVE | WRITE | READ | ATOMIC | SRQ_RECEIVE;

    /** No paging. */
    public static final OdpSupport NONE = new OdpSupport(false, false, 0, 0, 0, false);
    /** The support that the mlx5 driver announces for its devices (mlx5/odp.c mlx5_ib_internal_fill_odp_caps). */
    public static final OdpSupport FULL = new OdpSupport(true, true, CONNECTED, SEND | SRQ_RECEIVE, CONNECTED, false);

    /** {@return the same device with a responder that waits for its pages} */
    public OdpSupport waiting() {
        return new OdpSupport(present, implicit, rc, ud, xrc, true);
    }

    /**
     * {@return the same device with other operations on RC}
     *
     * @param operations mask of the constants of this class
     */
    public OdpSupport withRc(int operations) {
        return new OdpSupport(present, implicit, operations, ud, xrc, responderWaits);
    }

    /** {@return the same device without regions of a whole address space} */
    public OdpSupport explicitOnly() {
        return new OdpSupport(present, false, rc, ud, xrc, responderWaits);
    }
}
