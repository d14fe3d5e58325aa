package dev.fenestra.tools.stress;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What the racing threads share: regions and windows of one PD, and when which region ended. */
final class Race {
    private static final int REGIONS = 3;
    private static final int WINDOWS = 6;
    static final int REGION_BYTES = 8192;

    private final TestBench bench;
    private final Context bob;
    private final ProtectionDomain pd;
    private final Memory memory;
    private final Slots<MemoryRegion> regions;
    private final Slots<MemoryWindow> windows;
    private final Map<MemoryRegion, Long> ended = new ConcurrentHashMap<>();
    private final Queue<QueuePair> held = new ConcurrentLinkedQueue<>();
    private final AtomicLong clock = new AtomicLong();
    private final AtomicLong windowsMade = new AtomicLong();

    Race(TestBench bench) {
        this.bench = bench;
        bob = bench.host("bob").open();
        pd = bob.allocPd();
        memory = bob.allocate(REGION_BYTES);
        regions = new Slots<>(
                REGIONS, () -> pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.MW_BIND));
        windows = new Slots<>(
                WINDOWS, () -> pd.allocMw(windowsMade.incrementAndGet() % 2 == 0 ? MwType.TYPE_1 : MwType.TYPE_2));
    }

    TestBench bench() {
        return bench;
    }

    Context bob() {
        return bob;
    }

    ProtectionDomain pd() {
        return pd;
    }

    Slots<MemoryRegion> regions() {
        return regions;
    }

    Slots<MemoryWindow> windows() {
        return windows;
    }

    /** A moment: what ended before it has a smaller one. */
    long now() {
        return clock.incrementAndGet();
    }

    /** The deregistration of a region has returned. */
    void hasEnded(MemoryRegion region) {
        ended.put(region, clock.incrementAndGet());
    }

    boolean hadEndedBefore(MemoryRegion region, long moment) {
        Long end = ended.get(region);
        return end != null && end < moment;
    }

    /** A QP that could not be destroyed because windows hold it. */
    void leftBehind(QueuePair qp) {
        held.add(qp);
    }

    Queue<QueuePair> held() {
        return held;
    }

    int regionsEnded() {
        return ended.size();
    }
}
