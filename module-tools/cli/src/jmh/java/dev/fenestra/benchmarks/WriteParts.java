package dev.fenestra.benchmarks;

import dev.fenestra.uverbs.request.SendBuilder;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Where the time of an 8-byte WRITE goes, by who works: the builder, the doorbell, the devices, the poll. The clock is
 * read between them, once for each batch.
 */
public class WriteParts extends Run {
    private static final int BYTES = 8;
    private static final int MEMORY = 1 << 16;
    private static final int BATCH = 64;

    private Line line;
    private int rkey;
    private long remote;
    private long local;

    /** The times of the parts, nanoseconds, and the WRITEs they were taken of. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Parts {
        public long writes;
        public long builderNanos;
        public long doorbellNanos;
        public long devicesNanos;
        public long pollNanos;
    }

    @Setup
    public void open() {
        line = Line.direct(MEMORY);
        rkey = line.other.region.rkey();
        remote = line.other.memory.address();
        local = line.one.memory.address();
    }

    @TearDown
    public void close() {
        line.close();
    }

    /** RDMA WRITEs of 8 bytes; the last of a batch is signaled. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void write8(Parts parts) {
        long start = System.nanoTime();
        SendBuilder builder = line.one.builder.start();
        for (int i = 0; i < BATCH; i++) {
            builder.request(i, Side.signalLast(i & Side.BATCH - 1))
                    .rdmaWrite(rkey, remote + i * BYTES)
                    .sge(line.one.region, local + i * BYTES, BYTES);
        }
        long built = System.nanoTime();
        line.one.complete();
        long rung = System.nanoTime();
        while (line.bench.fabric().progress()) {
            // The devices have more to do.
        }
        long done = System.nanoTime();
        line.one.await(BATCH / Side.BATCH);
        long polled = System.nanoTime();
        parts.writes += BATCH;
        parts.builderNanos += built - start;
        parts.doorbellNanos += rung - built;
        parts.devicesNanos += done - rung;
        parts.pollNanos += polled - done;
    }
}
