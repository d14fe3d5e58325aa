package dev.fenestra.hw.sim.hca.host;

/** The clock of a card. It stamps completions, and it starts at 0 together with the clock of the fabric. */
public final class HcaClock {
    /** Its frequency, that of ConnectX-4 and ConnectX-5. */
    public static final int KILOHERTZ = 156_250;

    // 156.25 MHz are 5 ticks in 32 nanoseconds.
    private static final int TICKS = 5;
    private static final int LOG_NANOS = 5;

    private HcaClock() {}

    /**
     * {@return ticks until a time of the fabric, nanoseconds}
     *
     * @param nanos 0 and up
     */
    public static long ticks(long nanos) {
        return nanos * TICKS >> LOG_NANOS;
    }
}
