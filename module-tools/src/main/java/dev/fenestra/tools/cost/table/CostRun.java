package dev.fenestra.tools.cost.table;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.cost.Bill;
import dev.fenestra.tools.journal.Journal;
import dev.fenestra.uverbs.BindMw;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.LocalInvalidate;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.ProtectionDomain;
import java.util.EnumMap;
import java.util.Map;

/** Two hosts on which the operations run, while the journal notes what they make bob's machine do. */
final class CostRun implements AutoCloseable {
    private static final String HOST = "bob";
    private static final long SPARE = 64L << 20;
    private static final long WINDOW_BYTES = 4096;

    private final TestBench bench;
    private final Journal journal;
    private final Context bob;
    private final QpPair pair;

    /**
     * @param largest bytes of the largest region that will run
     */
    CostRun(long largest) {
        bench = TestBench.builder()
                .hostConfig(config -> config.withMemory(2 * largest + SPARE))
                .build();
        journal = Journal.of(bench);
        bob = bench.host(HOST).open();
        pair = bench.pair(bench.host("alice").open(), bob);
    }

    long largestRegion() {
        return bob.deviceAttributes().maxMrSize();
    }

    Map<Operation, Bill> run(Kind kind, long bytes) {
        return switch (kind) {
            case PINNED -> region(bytes);
            case WINDOW -> window(bytes);
        };
    }

    private Map<Operation, Bill> region(long bytes) {
        Map<Operation, Bill> bills = new EnumMap<>(Operation.class);
        ProtectionDomain pd = pair.other().pd();
        try (Memory memory = bob.allocate(bytes);
                Memory other = bob.allocate(bytes)) {
            long mark = journal.mark();
            MemoryRegion region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
            bills.put(Operation.REGISTER, since(mark));
            bills.put(Operation.REREG_ACCESS, bill(() -> region.changeAccess(AccessFlag.LOCAL_WRITE)));
            bills.put(Operation.REREG_TRANSLATION, bill(() -> region.changeTranslation(other, 0, bytes)));
            bills.put(Operation.DEREGISTER, bill(region::close));
        }
        return bills;
    }

    private Map<Operation, Bill> window(long bytes) {
        Map<Operation, Bill> bills = new EnumMap<>(Operation.class);
        ProtectionDomain pd = pair.other().pd();
        try (Memory memory = bob.allocate(bytes);
                MemoryRegion region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
                MemoryWindow window = pd.allocMw(MwType.TYPE_2)) {
            int key = window.nextKey();
            BindMw bind = BindMw.of(1, window, key, region.slice(0, WINDOW_BYTES), AccessFlag.REMOTE_WRITE);
            bills.put(Operation.BIND, bill(() -> pair.other().perform(bind)));
            bills.put(Operation.INVALIDATE, bill(() -> pair.other().perform(LocalInvalidate.of(2, key))));
        }
        return bills;
    }

    private Bill bill(Runnable operation) {
        long mark = journal.mark();
        operation.run();
        return since(mark);
    }

    private Bill since(long mark) {
        Bill bill = new Bill();
        journal.since(mark).stream()
                .filter(event -> event.stamp().host().equals(HOST))
                .forEach(event -> bill.add(event.charges()));
        return bill;
    }

    @Override
    public void close() {
        journal.close();
        bench.close();
    }
}
