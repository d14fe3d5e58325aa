package dev.fenestra.hw.sim.mlx5.prm;

/** The registers of a doorbell page. A QP's register takes the first 8 bytes of the last WQE posted. */
public final class UarPage {
    /** Size, bytes. */
    public static final int BYTES = 4096;
    /** A {@link CqDoorbell} is written here. */
    public static final int CQ_DOORBELL = 0x20;
    /** An {@link EqDoorbell} is written here: entries consumed, and the next entry raises the interrupt. */
    public static final int EQ_ARM = 0x40;
    /** An {@link EqDoorbell} is written here: entries consumed, without a request for an interrupt. */
    public static final int EQ_UPDATE = 0x48;

    /** The register of send queues is written here; it extends to the end of the page. */
    public static final int SEND_DOORBELL = 0x800;
    /** A send doorbell has two buffers of this size, which software uses in turn. */
    public static final int HALF_BYTES = 256;

    private UarPage() {}
}
