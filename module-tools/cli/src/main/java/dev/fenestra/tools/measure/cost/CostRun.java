package dev.fenestra.tools.measure.cost;

import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.observe.cost.Bill;
import dev.fenestra.tools.observe.cost.CostItem;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import java.util.EnumMap;
import java.util.Map;

/** Two hosts on which the operations run, while the journal records the work of bob's machine. */
final class CostRun implements AutoCloseable {
    private static final String HOST = "bob";
    /** The work without events in the journal: counters, under the names of {@code fenestra statistic}. */
    private static final Map<String, CostItem> COUNTED = Map.of(
            "page_prefetch", CostItem.BRING_PAGE,
            "mpt_cache_misses", CostItem.MPT_MISS,
            "mtt_cache_misses", CostItem.MTT_MISS);

    private static final long SPARE = 256L << 20;
    private static final long WINDOW_BYTES = 4096;

    private final TestBench bench;
    private final Journal journal;
    private final Context bob;
    private final QpPair pair;

    /**
     * @param hosts alice and bob
     * @param largest bytes of the largest region that will run
     */
    CostRun(TestBenchBuilder hosts, long largest) {
        bench = hosts.hostConfig(config -> config.withMemory(3 * largest + SPARE))
                .build();
        journal = Journal.of(bench);
        bob = bench.host(HOST).open();
        pair = bench.pair(bench.host("alice").open(), bob);
    }

    long largestRegion() {
        return bob.deviceAttributes().maxMrSize();
    }

    /**
     * The work of bob's machine for each operation of a kind; none when the device does not offer the kind.
     */
    Map<PricedOperation, Bill> run(Kind kind, long bytes) {
        try {
            return switch (kind) {
                case PINNED -> region(bytes, MapOptions.USUAL);
                case HUGE -> region(bytes, MapOptions.USUAL.hugePages());
                case ON_DEMAND -> paged(bytes);
                case IMPLICIT -> implicit(bytes);
                case WINDOW -> window(bytes);
            };
        } catch (VerbsException refused) {
            if (refused.errno() == Errno.EOPNOTSUPP) {
                return Map.of();
            }
            throw refused;
        }
    }

    private Map<PricedOperation, Bill> region(long bytes, MapOptions pages) {
        Map<PricedOperation, Bill> bills = new EnumMap<>(PricedOperation.class);
        try (Memory memory = resident(bytes, pages);
                Memory other = resident(bytes, pages)) {
            Meter meter = new Meter();
            MemoryRegion region = pd().regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
            bills.put(PricedOperation.REGISTER, meter.read());
            bills.put(PricedOperation.REREG_ACCESS, bill(() -> region.changeAccess(AccessFlag.LOCAL_WRITE)));
            bills.put(PricedOperation.REREG_TRANSLATION, bill(() -> region.changeTranslation(other, 0, bytes)));
            bills.put(PricedOperation.DEREGISTER, bill(region::close));
            bills.put(PricedOperation.COPY, new Bill().add(CostItem.COPY_BYTE, bytes));
        }
        return bills;
    }

    private Map<PricedOperation, Bill> paged(long bytes) {
        Map<PricedOperation, Bill> bills = new EnumMap<>(PricedOperation.class);
        try (Memory memory = bob.map(bytes, MapOptions.USUAL)) {
            Meter meter = new Meter();
            MemoryRegion region = pd().regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND);
            bills.put(PricedOperation.REGISTER, meter.read());
            bills.put(PricedOperation.PREFETCH, bill(() -> pd().adviseMr(MrAdvice.PREFETCH_WRITE, region.all())));
            bills.put(PricedOperation.DEREGISTER, bill(region::close));
        }
        return bills;
    }

    private Map<PricedOperation, Bill> implicit(long bytes) {
        Map<PricedOperation, Bill> bills = new EnumMap<>(PricedOperation.class);
        try (Memory memory = bob.map(bytes, MapOptions.USUAL)) {
            Meter meter = new Meter();
            MemoryRegion region = pd().regImplicit(AccessFlag.LOCAL_WRITE);
            bills.put(PricedOperation.REGISTER, meter.read());
            MemorySlice part = region.slice(memory.address(), bytes);
            bills.put(PricedOperation.PREFETCH, bill(() -> pd().adviseMr(MrAdvice.PREFETCH_WRITE, part)));
            bills.put(PricedOperation.DEREGISTER, bill(region::close));
        }
        return bills;
    }

    /** Memory with present pages: pinning it brings no page. */
    private Memory resident(long bytes, MapOptions pages) {
        Memory memory = bob.map(bytes, pages);
        memory.fill((byte) 1);
        return memory;
    }

    private ProtectionDomain pd() {
        return pair.other().pd();
    }

    private Map<PricedOperation, Bill> window(long bytes) {
        Map<PricedOperation, Bill> bills = new EnumMap<>(PricedOperation.class);
        try (Memory memory = bob.allocate(bytes);
                MemoryRegion region = pd().regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
                MemoryWindow window = pd().allocMw(MwType.TYPE_2)) {
            int key = window.nextKey();
            BindMw bind = BindMw.of(1, window, key, region.slice(0, WINDOW_BYTES), AccessFlag.REMOTE_WRITE);
            bills.put(PricedOperation.BIND, bill(() -> pair.other().perform(bind)));
            bills.put(PricedOperation.INVALIDATE, bill(() -> pair.other().perform(LocalInvalidate.of(2, key))));
        }
        return bills;
    }

    private Bill bill(Runnable operation) {
        Meter meter = new Meter();
        operation.run();
        return meter.read();
    }

    /** Records the work of bob's machine from now on: events of the journal, and the counters of its device. */
    private final class Meter {
        private final long mark = journal.mark();
        private final Map<CostItem, Long> before = counted();

        Bill read() {
            Bill bill = new Bill();
            journal.since(mark).stream()
                    .filter(event -> event.stamp().host().equals(HOST))
                    .forEach(event -> bill.add(event.charges()));
            counted().forEach((item, count) -> bill.add(item, count - before.getOrDefault(item, 0L)));
            return bill;
        }

        private Map<CostItem, Long> counted() {
            Map<CostItem, Long> counts = new EnumMap<>(CostItem.class);
            for (RdmaDevice device : bench.host(HOST).kernel().devices().values()) {
                Map<String, Long> statistics = device.statistics();
                COUNTED.forEach((counter, item) -> counts.merge(item, statistics.getOrDefault(counter, 0L), Long::sum));
            }
            return counts;
        }
    }

    @Override
    public void close() {
        journal.close();
        bench.close();
    }
}
