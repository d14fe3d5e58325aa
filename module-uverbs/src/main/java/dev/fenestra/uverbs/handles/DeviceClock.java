package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.ClockAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.device.OpenDevice;

/** The clock with which a device stamps completions, see {@link CompletionCursor#completionTimestamp}. */
public final class DeviceClock {
    private final OpenDevice device;
    private final ClockAttributes attributes;

    DeviceClock(OpenDevice device) {
        this.device = device;
        attributes = device.attributes().clock();
    }

    /** {@return its frequency ({@code hca_core_clock}); 0 when the device has none} */
    public long kiloHertz() {
        return attributes.kiloHertz();
    }

    /** {@return a mask of the bits of its times ({@code completion_timestamp_mask}); 0 when the device has none} */
    public long timestampMask() {
        return attributes.timestampMask();
    }

    /**
     * {@return its present time in ticks ({@code ibv_query_rt_values_ex} with {@code IBV_VALUES_MASK_RAW_CLOCK})} No
     * system call.
     *
     * @throws VerbsException EOPNOTSUPP when the device has no readable clock
     */
    public long read() {
        device.calling("ibv_query_rt_values_ex");
        try {
            return device.user().rawClock();
        } catch (VerbsException refused) {
            throw device.logged("uverbs", refused);
        }
    }

    /**
     * {@return a time of this clock on {@link Context#now}, in nanoseconds, at most one tick early} The device must
     * have a clock.
     *
     * @param ticks a time stamp of a completion, in ticks of the device's clock
     */
    public long nanos(long ticks) {
        return attributes.nanos(ticks);
    }
}
