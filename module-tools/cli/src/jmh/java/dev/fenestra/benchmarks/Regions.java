package dev.fenestra.benchmarks;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.uverbs.memory.MemoryRegion;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Registrations of resident memory. */
public class Regions extends Run {
    private static final int PAGE = 4096;

    /** Pages of a region. */
    @Param({"1", "16", "256", "4096", "65536", "262144"})
    public int pages;

    private final Runnable register = this::open;
    private final Runnable deregister = () -> this.region.close();
    private Line line;
    private MemoryRegion region;

    @Setup
    public void resident() {
        line = Line.direct((long) pages * PAGE);
        open();
    }

    @TearDown
    public void close() {
        line.close();
    }

    /** A registration, held against the end of one. */
    @Benchmark
    public void register(Compared compared) {
        compared.run(deregister, register);
    }

    private void open() {
        region = line.one.pd.regMr(line.one.memory, AccessFlag.LOCAL_WRITE);
    }
}
