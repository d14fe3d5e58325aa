package dev.fenestra.hw.sim.roce.wire;

/**
 * The delays that an RNR NAK can ask for. Table: IBTA volume 1, chapter 9; also in the manual page of ibv_modify_qp.
 */
public final class RnrTimer {
    /** Number of codes; a code is 0 to 31. */
    public static final int CODES = 32;

    /** By code, in units of 10 microseconds. Code 0 is the longest delay. */
    private static final int[] TENS_OF_MICROS = {
        65_536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024, 1_536, 2_048, 3_072,
        4_096, 6_144, 8_192, 12_288, 16_384, 24_576, 32_768, 49_152
    };

    private static final long NANOS_PER_UNIT = 10_000;

    private RnrTimer() {}

    /**
     * {@return the delay of a code in nanoseconds}
     *
     * @param code the low five bits count
     */
    public static long nanos(int code) {
        return TENS_OF_MICROS[code & CODES - 1] * NANOS_PER_UNIT;
    }
}
