package dev.fenestra.tools.measure.perf;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.measure.figures.BareCopy;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Measures two hosts in this process. One thread posts and polls for both. */
public final class Perf {
    /** The bytes of the work requests of a bind and an invalidate: the least that must be written. */
    private static final int PAIR_BYTES = 256;

    private static final int ENTRY_BYTES = 8;

    private final PerfOptions options;
    private final TestBenchBuilder builder;
    private final Measurement measurement;

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
        measurement = new Measurement(options, nanos);
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
                        PerfEnd other = new PerfEnd(hosts.other(), options);
                        PerfConnection _ = new PerfConnection(hosts.bench(), one, other, options)) {
                    told.accept(measure(hosts, one, other, bytes));
                    measurement.next();
                }
            }
        }
    }

    private PerfResult measure(PerfHosts hosts, PerfEnd one, PerfEnd other, int bytes) {
        LongConsumer limit =
                options.hasDatagramLimit() ? hosts.datagrams().limit(options, bytes) : limit(one, other, bytes);
        return switch (options.test()) {
            case WRITE_LAT, READ_LAT, SEND_LAT ->
                measurement.latency(
                        new Echo(options, one, Optional.of(other), bytes, measurement.nanos()), limit, bytes);
            case REG_BW -> measurement.throughput(count -> register(one, bytes, count), limit, bytes);
            default -> measurement.throughput(pump(one, other, bytes), limit, bytes);
        };
    }

    private LongConsumer pump(PerfEnd one, PerfEnd other, int bytes) {
        Pump there = new Pump(options, one, Optional.of(other), messages(one, bytes), bytes);
        if (!options.shape().bothWays()) {
            return there::run;
        }
        Pump back = new Pump(options, other, Optional.of(one), messages(other, bytes), bytes);
        return count -> Pump.run(there, back, count);
    }

    private PerfMessages messages(PerfEnd from, int bytes) {
        return options.test() == PerfTest.BIND_BW
                ? new WindowMessages(from, bytes)
                : new DataMessages(options, from, bytes);
    }

    private LongConsumer limit(PerfEnd one, PerfEnd other, int bytes) {
        int moved = switch (options.test()) {
            case BIND_BW -> Math.min(PAIR_BYTES, PAGE_BYTES);
            case REG_BW -> (bytes + PAGE_BYTES - 1) / PAGE_BYTES * ENTRY_BYTES;
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
}
