package dev.fenestra.tools.pingpong;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;

/** The device's time between the completions of one receive and the next. */
final class ReceiveTimes {
    private final long mask;
    private boolean hasLast;
    private long last;
    private long count;
    private long most;
    private long least = Long.MAX_VALUE;
    private long total;

    /**
     * @param mask of the bits that the device's clock has
     */
    ReceiveTimes(long mask) {
        this.mask = mask;
    }

    /** A receive has completed at that time, in ticks. The clock may have wrapped around once since the last one. */
    void received(long ticks) {
        if (hasLast) {
            long passed = ticks - last & mask;
            most = Math.max(most, passed);
            least = Math.min(least, passed);
            total += passed;
            count++;
        }
        last = ticks;
        hasLast = true;
    }

    /** {@return most, least and average; empty before the second receive} */
    ImmutableMap<String, Number> members() {
        return count == 0
                ? ImmutableMap.of()
                : ImmutableMap.of("max", most, "min", least, "average", (double) total / count);
    }

    /** {@return the lines of {@code ibv_rc_pingpong -t}; none before the second receive} */
    List<String> lines() {
        return count == 0
                ? List.of()
                : List.of(
                        "Max receive completion clock cycles = " + most,
                        "Min receive completion clock cycles = " + least,
                        String.format(
                                Locale.ROOT, "Average receive completion clock cycles = %f", (double) total / count));
    }
}
