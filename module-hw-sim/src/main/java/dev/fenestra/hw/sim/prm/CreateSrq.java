package dev.fenestra.hw.sim.prm;

/**
 * Frame of CREATE_SRQ, CREATE_XRC_SRQ and of QUERY_SRQ's output: where the {@link Srqc} and the page list lie in them.
 */
public final class CreateSrq {
    public static final int SRQC_OFFSET = 0x10;
    public static final int PAGES_OFFSET = 0x110;
    /** Bytes of QUERY_SRQ's output. */
    public static final int QUERY_BYTES = SRQC_OFFSET + Srqc.BYTES;

    private CreateSrq() {}
}
