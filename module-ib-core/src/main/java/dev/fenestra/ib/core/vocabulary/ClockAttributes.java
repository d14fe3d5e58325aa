package dev.fenestra.ib.core.vocabulary;

/**
 * The clock by which a device stamps completions ({@code ibv_device_attr_ex}).
 *
 * @param kiloHertz its frequency ({@code hca_core_clock}); 0 when there is none
 * @param timestampMask bits that a timestamp has ({@code completion_timestamp_mask}); 0 when there is none
 */
public record ClockAttributes(long kiloHertz, long timestampMask) {
    /** No clock that programs could see. */
    public static final ClockAttributes NONE = new ClockAttributes(0, 0);

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** {@return whether the device stamps completions at all} */
    public boolean isPresent() {
        return timestampMask != 0;
    }

    /**
     * {@return how long so many ticks take, nanoseconds, rounded down; for a clock that is present}
     *
     * @param ticks of the device's clock
     */
    public long nanos(long ticks) {
        return ticks / kiloHertz * NANOS_PER_MILLI + ticks % kiloHertz * NANOS_PER_MILLI / kiloHertz;
    }
}
