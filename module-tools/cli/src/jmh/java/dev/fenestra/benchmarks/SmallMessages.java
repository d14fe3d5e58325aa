package dev.fenestra.benchmarks;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Messages that cost more to handle than to copy, on one QP. Each is held against WRITEs of as many bytes through a
 * {@link BareRing}.
 */
public class SmallMessages extends Run {
    private static final int WRITE_BYTES = 8;
    private static final int SEND_BYTES = 64;
    private static final int MEMORY = 1 << 16;
    /** Batches, or messages that go alone, before the other side has its turn. */
    private static final int TURN = 64;

    private final Runnable bareWrites = () -> bareBatches(WRITE_BYTES);
    private final Runnable bareSends = () -> bareBatches(SEND_BYTES);
    private final Runnable bareOneByOne = this::bareOneByOne;
    private final Runnable writes = () -> repeat(this::write);
    private final Runnable oneByOne = () -> repeat(this::writeOne);
    private final Runnable sends = () -> repeat(this::send);
    private final Runnable atomics = () -> repeat(this::add);
    private final BareRing ring = new BareRing();
    private Line line;
    private int rkey;
    private long remote;
    private long local;

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
        ring.close();
    }

    private static void repeat(Runnable some) {
        for (int i = 0; i < TURN; i++) {
            some.run();
        }
    }

    private void bareBatches(int bytes) {
        for (int turn = 0; turn < TURN; turn++) {
            for (int i = 0; i < Side.BATCH; i++) {
                boolean isLast = i == Side.BATCH - 1;
                ring.post(i, BareRing.WRITE, 1, isLast, (long) i * bytes, (long) i * bytes, bytes);
            }
            ring.ring();
            ring.await();
        }
    }

    private void bareOneByOne() {
        for (int turn = 0; turn < TURN; turn++) {
            ring.post(turn, BareRing.WRITE, 1, true, 0, 0, WRITE_BYTES);
            ring.ring();
            ring.await();
        }
    }

    /** RDMA WRITEs of 8 bytes, posted in batches of 16, of which the last is signaled. */
    @Benchmark
    @OperationsPerInvocation(2 * TURN * Side.BATCH)
    public void write8(Compared compared) {
        compared.run(bareWrites, writes);
    }

    private void write() {
        SendBuilder builder = line.one.builder.start();
        for (int i = 0; i < Side.BATCH; i++) {
            builder.request(i, Side.signalLast(i))
                    .rdmaWrite(rkey, remote + i * WRITE_BYTES)
                    .sge(line.one.region, local + i * WRITE_BYTES, WRITE_BYTES);
        }
        line.one.complete();
        line.one.await(1);
    }

    /** RDMA WRITEs of 8 bytes, each posted and polled before the next. */
    @Benchmark
    @OperationsPerInvocation(2 * TURN)
    public void write8OneByOne(Compared compared) {
        compared.run(bareOneByOne, oneByOne);
    }

    private void writeOne() {
        line.one
                .builder
                .start()
                .request(1, SendFlag.SIGNALED)
                .rdmaWrite(rkey, remote)
                .sge(line.one.region, local, WRITE_BYTES);
        line.one.complete();
        line.one.await(1);
    }

    /** The same, from before the post to behind the poll. */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public void write8Latency() {
        writeOne();
    }

    /** SENDs of 64 bytes into receives, both in batches of 16. Each receive completes, one send of 16 does. */
    @Benchmark
    @OperationsPerInvocation(2 * TURN * Side.BATCH)
    public void send64(Compared compared) {
        compared.run(bareSends, sends);
    }

    private void send() {
        for (int i = 0; i < Side.BATCH; i++) {
            Side.check(line.other.qp.postRecv(i, line.other.region.lkey(), remote + i * SEND_BYTES, SEND_BYTES));
        }
        SendBuilder builder = line.one.builder.start();
        for (int i = 0; i < Side.BATCH; i++) {
            builder.request(i, Side.signalLast(i)).send().sge(line.one.region, local + i * SEND_BYTES, SEND_BYTES);
        }
        line.one.complete();
        line.one.await(1);
        line.other.await(Side.BATCH);
    }

    /** Fetch-and-adds in batches of 16, of which the last is signaled. */
    @Benchmark
    @OperationsPerInvocation(2 * TURN * Side.BATCH)
    public void fetchAndAdd(Compared compared) {
        compared.run(bareWrites, atomics);
    }

    private void add() {
        SendBuilder builder = line.one.builder.start();
        for (int i = 0; i < Side.BATCH; i++) {
            builder.request(i, Side.signalLast(i))
                    .atomicFetchAndAdd(rkey, remote, 1)
                    .sge(line.one.region, local + i * WRITE_BYTES, WRITE_BYTES);
        }
        line.one.complete();
        line.one.await(1);
    }
}
