package dev.fenestra.hw.sim.prm;

/** A doorbell page: where its registers lie. A QP's register takes the first 8 bytes of the last WQE posted. */
public final class UarPage {
    public static final int BYTES = 4096;
    /** A {@link CqDoorbell} is written here. */
    public static final int CQ_DOORBELL = 0x20;
    /** An {@link EqDoorbell} is written here: so much was read, and the next entry is to raise the interrupt. */
    public static final int EQ_ARM = 0x40;
    /** The same without the interrupt. */
    public static final int EQ_UPDATE = 0x48;

    public static final int SEND_DOORBELL = 0x800;
    /** A doorbell has two halves of this size, used in turn. */
    public static final int HALF_BYTES = 256;

    private UarPage() {}
}
