package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/**
 * The page with which a user half converts timestamps to nanoseconds ({@code mlx5_ib_clock_info}):
 * {@code nsec + ((ticks - cycles & mask) * mult >> shift)}.
 */
public final class ClockInfo {
    /** Bytes of the page. */
    public static final int BYTES = 4096;

    /** The table of its fields. */
    public static final HostLayout LAYOUT = new HostLayout("struct mlx5_ib_clock_info", 56);

    /** Nanoseconds at {@link #CYCLES}. */
    public static final HostField NANOS = LAYOUT.u64("nsec", 8);
    /** Ticks of the device at that moment. */
    public static final HostField CYCLES = LAYOUT.u64("cycles", 16);
    /** Nanoseconds of a tick, times two to the power of {@link #SHIFT}. */
    public static final HostField MULTIPLIER = LAYOUT.u32("mult", 32);
    /** See {@link #MULTIPLIER}. */
    public static final HostField SHIFT = LAYOUT.u32("shift", 36);
    /** Bits that the device's clock has. */
    public static final HostField MASK = LAYOUT.u64("mask", 40);
    /** Nanoseconds after which the formula overflows. */
    public static final HostField OVERFLOW_PERIOD = LAYOUT.u64("overflow_period", 48);

    private ClockInfo() {}
}
