package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.measure.figures.BareCopy;
import dev.fenestra.uverbs.MemoryRegion;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Measures two hosts in this process. One thread posts and polls for both. */
public final class Perf {
    /** The number of parts of a measurement. The best part is the peak. */
    private static final int PARTS = 20;
    /** The bytes of the work requests of a bind and an invalidate: the least that must be written. */
    private static final int PAIR_BYTES = 256;

    private static final int LATER = 5;
    private static final int PAGE = 4096;
    private static final int ENTRY_BYTES = 8;

    private final PerfOptions options;
    private final TestBenchBuilder builder;
    private final LongSupplier nanos;
    private Duration warmUp;

    /**
     * @param nanos a clock
     */
    public Perf(PerfOptions options, LongSupplier nanos) {
        this(options, TestBench.builder(), nanos);
    }

    /**
     * @param builder of the hosts on one fabric; over UDP they have the usual device
     * @param nanos a clock
     */
    public Perf(PerfOptions options, TestBenchBuilder builder, LongSupplier nanos) {
        this.options = options;
        this.builder = builder;
        this.nanos = nanos;
        warmUp = options.warmUp();
    }

    /**
     * Measures each size, and reports it at once.
     *
     * @throws PerfException when a call is refused, or a message fails
     */
    public void run(Consumer<PerfResult> told) {
        try (PerfHosts hosts = new PerfHosts(options, builder, PerfEnd.memoryBytes(options))) {
            for (int bytes : options.sizes()) {
                try (PerfEnd one = new PerfEnd(hosts.one(), options);
                        PerfEnd other = new PerfEnd(hosts.other(), options)) {
                    one.connect(other, options);
                    other.connect(one, options);
                    told.accept(measure(hosts, one, other, bytes));
                    // The first size has warmed up the others.
                    warmUp = options.warmUp().dividedBy(LATER);
                }
            }
        }
    }

    private PerfResult measure(PerfHosts hosts, PerfEnd one, PerfEnd other, int bytes) {
        LongConsumer limit = options.hasDatagramLimit() ? datagrams(hosts, bytes) : limit(one, other, bytes);
        return switch (options.test()) {
            case WRITE_LAT, READ_LAT, SEND_LAT -> latency(new Echo(options, one, other, bytes, nanos), limit, bytes);
            case REG_BW -> throughput(count -> register(one, bytes, count), limit, bytes);
            default -> throughput(pump(one, other, bytes), limit, bytes);
        };
    }

    private LongConsumer pump(PerfEnd one, PerfEnd other, int bytes) {
        Pump there = new Pump(options, one, other, messages(one, other, bytes), bytes);
        if (!options.shape().bothWays()) {
            return there::run;
        }
        Pump back = new Pump(options, other, one, messages(other, one, bytes), bytes);
        return count -> Pump.run(there, back, count);
    }

    private Messages messages(PerfEnd one, PerfEnd other, int bytes) {
        return options.test() == PerfTest.BIND_BW
                ? new WindowMessages(one, bytes)
                : new DataMessages(options.test(), one, other, bytes, isInline(options, bytes));
    }

    /** Only outgoing data fits into a work request. */
    static boolean isInline(PerfOptions options, int bytes) {
        return bytes <= options.inline()
                && switch (options.test()) {
                    case WRITE_BW, WRITE_LAT, SEND_BW, SEND_LAT -> true;
                    default -> false;
                };
    }

    private LongConsumer datagrams(PerfHosts hosts, int bytes) {
        int mtu = options.mtu().bytes();
        boolean isLatency = options.test().isLatency();
        return count -> hosts.datagrams().messages(count, bytes, mtu, isLatency);
    }

    private LongConsumer limit(PerfEnd one, PerfEnd other, int bytes) {
        int moved = switch (options.test()) {
            case BIND_BW -> Math.min(PAIR_BYTES, PAGE);
            case REG_BW -> (bytes + PAGE - 1) / PAGE * ENTRY_BYTES;
            default -> bytes;
        };
        BareCopy copy = BareCopy.of(one.host, one.memory, other.host, other.memory);
        return count -> {
            for (long i = 0; i < count; i++) {
                copy.copy(0, moved);
            }
        };
    }

    private static void register(PerfEnd end, int bytes, long count) {
        for (long i = 0; i < count; i++) {
            MemoryRegion region = end.pd.regMr(end.memory, 0, bytes, AccessFlag.LOCAL_WRITE);
            region.close();
        }
    }

    /** Work and limit take turns, so that a slow moment of the machine affects both. */
    private PerfResult throughput(LongConsumer work, LongConsumer limit, int bytes) {
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

    private PerfResult latency(Echo echo, LongConsumer limit, int bytes) {
        warm(echo::warm);
        PerfResult.Latency measured = echo.measure(options);
        warm(limit);
        Timing bare = new Timing();
        bare.part(limit, echo.count());
        double average = measured.average() * 1_000;
        return new PerfResult(
                bytes,
                echo.count(),
                average,
                measured.least() * 1_000,
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
