package dev.fenestra.vendor.mlx.abi;

/**
 * The page with which a user half converts timestamps to nanoseconds ({@code mlx5_ib_clock_info}):
 * {@code nsec + ((ticks - cycles & mask) * mult >> shift)}.
 */
public final class ClockInfo {
    /** Bytes of the page. */
    public static final int BYTES = 4096;

    /** Nanoseconds at {@link #CYCLES}. */
    public static final UdataField NANOS = new UdataField(8, 8);
    /** Ticks of the device at that moment. */
    public static final UdataField CYCLES = new UdataField(16, 8);
    /** Nanoseconds of a tick, times two to the power of {@link #SHIFT}. */
    public static final UdataField MULTIPLIER = new UdataField(32, 4);
    /** See {@link #MULTIPLIER}. */
    public static final UdataField SHIFT = new UdataField(36, 4);
    /** Bits that the device's clock has. */
    public static final UdataField MASK = new UdataField(40, 8);
    /** Nanoseconds after which the formula overflows. */
    public static final UdataField OVERFLOW_PERIOD = new UdataField(48, 8);

    private ClockInfo() {}
}
