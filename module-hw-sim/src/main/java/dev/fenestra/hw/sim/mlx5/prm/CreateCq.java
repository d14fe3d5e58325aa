package dev.fenestra.hw.sim.mlx5.prm;

/** Frame of CREATE_CQ, of MODIFY_CQ and of QUERY_CQ's output: the place of the CQ context and of the page list. */
public final class CreateCq {
    /** Size, bytes. */
    public static final int BYTES = 0x110;
    /** Offset of the {@link Cqc}, bytes. */
    public static final int CQC_OFFSET = 0x10;
    /** Offset of the page list, bytes. */
    public static final int PAGES_OFFSET = 0x110;

    private CreateCq() {}
}
