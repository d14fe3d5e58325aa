package dev.fenestra.benchmarks;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.measure.figures.BareCopy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Long messages at MTU 4096, each beside a bare copy of as many bytes through the same pages; as bytes on a wire,
 * beside two bare copies and two CRCs.
 */
public class Bulk extends Run {
    /** How packets travel: as they are, or as bytes with an ICRC that is checked. */
    public enum Way {
        DIRECT,
        WIRE
    }

    /** Bytes of a message. */
    @Param("1048576")
    public int bytes;

    /** Bytes of memory that are gone through on both sides together before they come again, MiB. */
    @Param({"2", "256"})
    public int workingSet;

    @Param({"DIRECT", "WIRE"})
    public Way link;

    private final Runnable copyToOther = () -> copy(this.toOther);
    private final Runnable copyToOne = () -> copy(this.toOne);
    private final Runnable writeNext = this::writeNext;
    private final Runnable readNext = this::readNext;
    private Line line;
    private BareCopy toOther;
    private BareCopy toOne;
    private long memory;
    private long copied;
    private long moved;

    @Setup
    public void open() {
        memory = Math.max(bytes, (long) workingSet << 19);
        TestBenchBuilder builder = TestBench.builder();
        line = new Line(link == Way.WIRE ? builder.wire() : builder, memory);
        toOther = BareCopy.of(line.one.host, line.one.memory, line.other.host, line.other.memory);
        toOne = BareCopy.of(line.other.host, line.other.memory, line.one.host, line.one.memory);
        // The two walks are half the memory apart, so that neither finds in a cache what the other has just moved.
        moved = memory / bytes / 2 * bytes;
    }

    @TearDown
    public void close() {
        line.close();
    }

    @Benchmark
    public void write(Compared compared) {
        compared.run(copyToOther, writeNext);
    }

    @Benchmark
    public void read(Compared compared) {
        compared.run(copyToOne, readNext);
    }

    private void copy(BareCopy way) {
        copied = next(copied);
        if (link == Way.WIRE) {
            way.copyChecked(copied, bytes);
        } else {
            way.copy(copied, bytes);
        }
    }

    private long next(long offset) {
        return offset + 2L * bytes > memory ? 0 : offset + bytes;
    }

    private void writeNext() {
        moved = next(moved);
        line.one
                .builder
                .start()
                .request(1, SendFlag.SIGNALED)
                .rdmaWrite(line.other.region.rkey(), line.other.memory.address() + moved)
                .sge(line.one.region, line.one.memory.address() + moved, bytes);
        line.one.complete();
        line.one.await(1);
    }

    private void readNext() {
        moved = next(moved);
        line.one
                .builder
                .start()
                .request(1, SendFlag.SIGNALED)
                .rdmaRead(line.other.region.rkey(), line.other.memory.address() + moved)
                .sge(line.one.region, line.one.memory.address() + moved, bytes);
        line.one.complete();
        line.one.await(1);
    }
}
