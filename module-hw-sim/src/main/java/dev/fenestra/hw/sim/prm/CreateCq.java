package dev.fenestra.hw.sim.prm;

/**
 * Frame of CREATE_CQ, of MODIFY_CQ and of QUERY_CQ's output: where the CQ context lies in them. The page list follows.
 */
public final class CreateCq {
    public static final int BYTES = 0x110;
    public static final int CQC_OFFSET = 0x10;
    public static final int PAGES_OFFSET = 0x110;

    private CreateCq() {}
}
