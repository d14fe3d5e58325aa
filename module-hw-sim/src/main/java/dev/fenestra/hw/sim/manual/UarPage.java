package dev.fenestra.hw.sim.manual;

/** A doorbell page: where its registers lie. A QP's register takes the first 8 bytes of the last WQE posted. */
public final class UarPage {
    public static final int BYTES = 4096;
    public static final int SEND_DOORBELL = 0x800;
    /** A doorbell has two halves of this size, used in turn. */
    public static final int HALF_BYTES = 256;

    private UarPage() {}
}
