package dev.fenestra.benchmarks;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** WRITEs of 8 bytes through bound windows, held against the same on a line that has one window. */
public class ManyWindows extends Run {
    private static final int BYTES = 8;
    private static final int MEMORY = 1 << 16;
    private static final int TURN = 1024;
    private static final int ENTRY_BYTES = 64;

    /** Windows that are bound. */
    @Param({"1000", "100000", "1000000"})
    public int windows;

    private final Runnable one = () -> writes(this.single, this.singleKey, 0);
    private final Runnable few = () -> writes(this.crowd, this.keys, 0);
    private final Runnable all = () -> writes(this.crowd, this.keys, this.windows);
    private final SplittableRandom random = new SplittableRandom(1);
    private Line single;
    private Line crowd;
    private int[] singleKey;
    private int[] keys;
    private MemoryWindow[] held;
    private long heldBytes;

    /** What windows take of all layers: heap, the host's frames, and the device's table. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Room {
        public long bytesPerWindow;
    }

    @Setup
    public void open() {
        single = Line.direct(MEMORY);
        crowd = Line.direct(MEMORY);
        singleKey = bind(single, 1);
        held = new MemoryWindow[windows];
        long before = heap() + frames();
        keys = bind(crowd, windows);
        // The keys are the benchmark's own; the device's entries lie outside of the heap.
        heldBytes = heap() + frames() - before + (long) windows * (ENTRY_BYTES - Integer.BYTES);
    }

    private int[] bind(Line line, int count) {
        int[] bound = new int[count];
        for (int i = 0; i < count; i++) {
            MemoryWindow window = line.other.pd.allocMw(MwType.TYPE_2);
            bound[i] = window.nextKey();
            long address = line.other.memory.address() + (long) i * BYTES % MEMORY;
            line.other
                    .builder
                    .start()
                    .request(i, SendFlag.SIGNALED)
                    .bindMw(window, bound[i], line.other.region, address, BYTES, AccessFlag.REMOTE_WRITE.bit());
            line.other.complete();
            line.other.await(1);
            window.rkey(bound[i]);
            if (line == crowd) {
                held[i] = window;
            }
        }
        return bound;
    }

    private static long heap() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private long frames() {
        return crowd.other.host.kernel().memory().usedFrames() << 12;
    }

    @TearDown
    public void close() {
        single.close();
        crowd.close();
    }

    @Benchmark
    @OperationsPerInvocation(2 * TURN)
    public void oneUsed(Compared compared, Room room) {
        room.bytesPerWindow = heldBytes / windows;
        compared.run(one, few);
    }

    @Benchmark
    @OperationsPerInvocation(2 * TURN)
    public void allUsedAtRandom(Compared compared) {
        compared.run(one, all);
    }

    /** Writes through the first window, or through windows that are picked at random. */
    private void writes(Line line, int[] rkeys, int picked) {
        for (int done = 0; done < TURN; done += Side.BATCH) {
            SendBuilder builder = line.one.builder.start();
            for (int i = 0; i < Side.BATCH; i++) {
                int window = random.nextInt(Math.max(1, picked));
                builder.request(i, Side.signalLast(i))
                        .rdmaWrite(rkeys[window], line.other.memory.address() + (long) window * BYTES % MEMORY)
                        .sge(line.one.region, line.one.memory.address(), BYTES);
            }
            line.one.complete();
            line.one.await(1);
        }
    }
}
