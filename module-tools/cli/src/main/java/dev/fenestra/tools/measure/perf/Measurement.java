package dev.fenestra.tools.measure.perf;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Takes the time of some work, and of its limit beside it. */
final class Measurement {
    /** The number of parts of a measurement. The best part is the peak. */
    private static final int PARTS = 20;

    private static final int LATER = 5;
    private static final int NANOS_PER_MICRO = 1_000;

    private final PerfOptions options;
    private final LongSupplier nanos;
    private Duration warmUp;

    /**
     * @param nanos a clock
     */
    Measurement(PerfOptions options, LongSupplier nanos) {
        this.options = options;
        this.nanos = nanos;
        warmUp = options.warmUp();
    }

    /** The clock. */
    LongSupplier nanos() {
        return nanos;
    }

    /** The first size has warmed up the others. */
    void next() {
        warmUp = options.warmUp().dividedBy(LATER);
    }

    /** Work and limit take turns, so that a slow moment of the machine affects both. */
    PerfResult throughput(LongConsumer work, LongConsumer limit, int bytes) {
        warm(work);
        warm(limit);
        Timing timing = new Timing();
        Timing bare = new Timing();
        long part = options.duration().isPresent()
                ? options.depth()
                : Math.max(options.shape().batch(), (options.iterations() + PARTS - 1) / PARTS);
        long most = options.duration().isPresent() ? Long.MAX_VALUE : options.iterations();
        long nanosToTake = options.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        while (timing.count < most && timing.total < nanosToTake) {
            long count = Math.min(part, most - timing.count);
            timing.part(work, count);
            bare.part(limit, count);
        }
        // Both ways, a message of each end passes in that time.
        int ways = options.shape().bothWays() ? 2 : 1;
        return new PerfResult(
                bytes,
                timing.count,
                timing.average() / ways,
                timing.best / ways,
                bare.average(),
                Optional.empty(),
                List.of());
    }

    /** Of single messages, then of the limit. */
    PerfResult latency(Echo echo, LongConsumer limit, int bytes) {
        warm(echo::warm);
        PerfResult.Latency measured = echo.measure(options);
        warm(limit);
        Timing bare = new Timing();
        bare.part(limit, echo.count());
        double average = measured.average() * NANOS_PER_MICRO;
        return new PerfResult(
                bytes,
                echo.count(),
                average,
                measured.least() * NANOS_PER_MICRO,
                bare.average(),
                Optional.of(measured),
                Arrays.stream(echo.inOrder()).boxed().toList());
    }

    /** Runs the same for a while, for the compiler. */
    private void warm(LongConsumer work) {
        long until = nanos.getAsLong() + warmUp.toNanos();
        do {
            work.accept(options.shape().batch());
        } while (nanos.getAsLong() < until);
    }

    /** The times of the parts of a measurement. */
    private final class Timing {
        private long count;
        private long total;
        private double best = Double.MAX_VALUE;

        void part(LongConsumer work, long messages) {
            long start = nanos.getAsLong();
            work.accept(messages);
            // During so short a time, a clock may not advance at all.
            long took = Math.max(1, nanos.getAsLong() - start);
            count += messages;
            total += took;
            best = Math.min(best, (double) took / messages);
        }

        double average() {
            return (double) total / count;
        }
    }
}
