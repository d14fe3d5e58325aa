package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.ClockAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The clock by which a device stamps completions; {@link CompletionCursor#completionTimestamp} tells its times. */
public final class DeviceClock {
    private final Context context;
    private final ClockAttributes attributes;

    DeviceClock(Context context) {
        this.context = context;
        attributes = context.deviceAttributes().clock();
    }

    /** {@return its frequency ({@code hca_core_clock}); 0 when the device has none} */
    public long kiloHertz() {
        return attributes.kiloHertz();
    }

    /** {@return bits that its times have ({@code completion_timestamp_mask}); 0 when the device has none} */
    public long timestampMask() {
        return attributes.timestampMask();
    }

    /**
     * {@return the clock at this moment ({@code ibv_query_rt_values_ex} with {@code IBV_VALUES_MASK_RAW_CLOCK}), in
     * ticks} No system call.
     *
     * @throws VerbsException EOPNOTSUPP when the device shows none
     */
    public long read() {
        context.calling("ibv_query_rt_values_ex");
        try {
            return context.user().rawClock();
        } catch (VerbsException refused) {
            throw context.logged("uverbs", refused);
        }
    }

    /**
     * {@return a time of it on {@link Context#now}, nanoseconds, up to a tick early; for a device that has a clock}
     *
     * @param ticks a time stamp of a completion, in ticks of the device's clock
     */
    public long nanos(long ticks) {
        return attributes.nanos(ticks);
    }
}
