package dev.fenestra.hw.sim.device;

/**
 * What a device can do with memory whose pages come when they are needed. UC has none of it.
 *
 * @param present regions may be paged on demand at all
 * @param implicit a region may cover a whole address space
 * @param rc operations of RC QPs, the bits of {@code ibv_odp_transport_cap_bits}
 * @param ud operations of UD QPs
 * @param xrc operations of XRC QPs
 * @param responderWaits a responder without a page stays silent and asks for the packet again when the page has come;
 *     otherwise it
 *     sends the packet away as not ready (RNR NAK), which costs the requester one of its RNR retries
 */
public record OdpSupport(boolean present, boolean implicit, int rc, int ud, int xrc, boolean responderWaits) {
    public static final int SEND = 0x01;
    public static final int RECEIVE = 0x02;
    public static final int WRITE = 0x04;
    public static final int READ = 0x08;
    public static final int ATOMIC = 0x10;
    public static final int SRQ_RECEIVE = 0x20;
    public static final int FLUSH = 0x40;
    public static final int ATOMIC_WRITE = 0x80;

    private static final int CONNECTED = SEND | RECEIVE | WRITE | READ | ATOMIC | SRQ_RECEIVE;

    /** No paging. */
    public static final OdpSupport NONE = new OdpSupport(false, false, 0, 0, 0, false);
    /** What the mlx5 driver announces of its devices (mlx5/odp.c mlx5_ib_internal_fill_odp_caps). */
    public static final OdpSupport FULL = new OdpSupport(true, true, CONNECTED, SEND | SRQ_RECEIVE, CONNECTED, false);

    /** The same device whose responder waits for its pages. */
    public OdpSupport waiting() {
        return new OdpSupport(present, implicit, rc, ud, xrc, true);
    }

    /** The same device with other operations on RC. */
    public OdpSupport withRc(int operations) {
        return new OdpSupport(present, implicit, operations, ud, xrc, responderWaits);
    }

    /** The same device without regions of a whole address space. */
    public OdpSupport explicitOnly() {
        return new OdpSupport(present, false, rc, ud, xrc, responderWaits);
    }
}
