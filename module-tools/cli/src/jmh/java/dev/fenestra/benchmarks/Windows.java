package dev.fenestra.benchmarks;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.SendBuilder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Pairs of a type-2 bind and the invalidate of it. What is compared takes turns. */
public class Windows extends Run {
    private static final int PAGE = 4096;
    private static final int GIBIBYTE = 1 << 30;
    private static final int PAIRS = Side.BATCH / 2;
    private static final int BATCHES = 16;
    private static final int PAIRS_PER_TURN = 1024;
    private static final int ACCESS = AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
    private static final AccessFlag[] RIGHTS = {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.MW_BIND};

    private final Runnable bare = this::barePairs;
    private final Runnable onSmall = () -> batches(this.small);
    private final Runnable onLarge = () -> batches(this.line.one.region);
    private final Runnable onePair = () -> pairs(this.line.one.region, 1);
    private final Runnable newRegion = this::register;
    private final Runnable newPages = () -> this.renewed.changeTranslation(this.line.one.memory, 0, GIBIBYTE);
    private final Runnable newAccess = () -> this.renewed.changeAccess(RIGHTS);
    private final BareRing ring = new BareRing();
    private Line line;
    private MemoryRegion small;
    private MemoryRegion renewed;
    private MemoryWindow window;

    @Setup
    public void open() {
        line = Line.direct(GIBIBYTE);
        small = line.one.pd.regMr(line.one.memory, 0, PAGE, RIGHTS);
        renewed = line.one.pd.regMr(line.one.memory, RIGHTS);
        window = line.one.pd.allocMw(MwType.TYPE_2);
    }

    @TearDown
    public void close() {
        line.close();
        ring.close();
    }

    /** On a region of 4 KiB, held against the same on a bare ring; 1 request of 16 is signaled. */
    @Benchmark
    @OperationsPerInvocation(2 * BATCHES * PAIRS)
    public void bindAndInvalidate(Compared compared) {
        compared.run(bare, onSmall);
    }

    /** On a region of 1 GiB, held against one of 4 KiB; 1 request of 16 is signaled. */
    @Benchmark
    @OperationsPerInvocation(2 * BATCHES * PAIRS)
    public void bindInvalidate(Compared compared) {
        compared.run(onSmall, onLarge);
    }

    /** One pair, held against the end of a registration of 1 GiB and a new one. */
    @Benchmark
    public void bindOrRegister(Compared compared) {
        compared.run(newRegion, onePair, PAIRS_PER_TURN);
    }

    /** One pair, held against a rereg of the translation of 1 GiB. */
    @Benchmark
    public void bindOrReregPages(Compared compared) {
        compared.run(newPages, onePair, PAIRS_PER_TURN);
    }

    /** One pair, held against a rereg of a region's access. */
    @Benchmark
    public void bindOrReregAccess(Compared compared) {
        compared.run(newAccess, onePair, PAIRS_PER_TURN);
    }

    private void barePairs() {
        for (int batch = 0; batch < BATCHES; batch++) {
            for (int i = 0; i < PAIRS; i++) {
                ring.post(i, BareRing.BIND, 3, false, 0, 0, PAGE);
                ring.post(i, BareRing.INVALIDATE, 2, i == PAIRS - 1, 0, 0, 0);
            }
            ring.ring();
            ring.await();
        }
    }

    private void register() {
        renewed.close();
        renewed = line.one.pd.regMr(line.one.memory, RIGHTS);
    }

    private void batches(MemoryRegion region) {
        for (int i = 0; i < BATCHES; i++) {
            pairs(region, PAIRS);
        }
    }

    private void pairs(MemoryRegion region, int count) {
        SendBuilder builder = line.one.builder.start();
        for (int i = 0; i < count; i++) {
            int key = window.nextKey();
            builder.request(i, 0).bindMw(window, key, region, line.one.memory.address(), PAGE, ACCESS);
            builder.request(i, i == count - 1 ? SendFlag.SIGNALED : 0).localInvalidate(key);
            window.rkey(key);
        }
        line.one.complete();
        line.one.await(1);
    }
}
