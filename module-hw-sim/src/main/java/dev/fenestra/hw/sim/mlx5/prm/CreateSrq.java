package dev.fenestra.hw.sim.mlx5.prm;

/**
 * Frame of CREATE_SRQ, CREATE_XRC_SRQ and of QUERY_SRQ's output: the place of the {@link Srqc} and of the page list.
 */
public final class CreateSrq {
    /** Offset of the {@link Srqc}, bytes. */
    public static final int SRQC_OFFSET = 0x10;
    /** Offset of the page list, bytes. */
    public static final int PAGES_OFFSET = 0x110;
    /** Bytes of QUERY_SRQ's output. */
    public static final int QUERY_BYTES = SRQC_OFFSET + Srqc.BYTES;

    private CreateSrq() {}
}
