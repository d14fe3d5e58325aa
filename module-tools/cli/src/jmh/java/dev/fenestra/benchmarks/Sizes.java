package dev.fenestra.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** How the cost of a message grows with its size; memory that a cache holds. */
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 3, time = 1)
public class Sizes extends Run {
    /** Bytes of a message. */
    @Param({"4096", "16384", "65536", "262144", "1048576", "4194304"})
    public int bytes;

    private final Bulk bulk = new Bulk();

    @Setup
    public void open() {
        bulk.bytes = bytes;
        bulk.workingSet = 2;
        bulk.link = Bulk.Way.DIRECT;
        bulk.open();
    }

    @TearDown
    public void close() {
        bulk.close();
    }

    @Benchmark
    public void write(Compared compared) {
        bulk.write(compared);
    }

    @Benchmark
    public void read(Compared compared) {
        bulk.read(compared);
    }
}
