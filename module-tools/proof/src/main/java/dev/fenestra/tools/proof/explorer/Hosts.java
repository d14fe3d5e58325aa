package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The objects that stay from path to path: two hosts, all objects of alice, and PDs, CQ and memory of bob. */
final class Hosts implements AutoCloseable {
    static final int PAGE = 4096;
    private static final int CQ_ENTRIES = 64;
    private static final int LOG_KEYS = 5;
    private static final int LOG_QPS = 8;
    private static final int OWN_INDEXES = 16;
    private static final int REQUESTS = 4;

    final TestBench bench;
    final CompletionQueue aliceCq;
    final Memory aliceMemory;
    final MemoryRegion aliceRegion;
    final List<QueuePair> aliceQps = new ArrayList<>();
    final Context bob;
    final CompletionQueue bobCq;
    final Memory bobMemory;
    final List<ProtectionDomain> bobPds = new ArrayList<>();
    final Reserve indexes;
    final Reserve qpNumbers;

    Hosts(WindowSupport windows) {
        this(windows, _ -> {});
    }

    /**
     * @param watching is shown the hosts before anything happens on them
     */
    Hosts(WindowSupport windows, Consumer<TestBench> watching) {
        bench = TestBench.builder()
                .hcaConfig(hca -> hca.withWindows(windows)
                        .withLimits(hca.limits().withLogMaxMkey(LOG_KEYS).withLogMaxQp(LOG_QPS))
                        .withFirstQpn((1 << LOG_QPS) - ExplorerScope.QPS))
                .drivers(Hosts.class.getClassLoader())
                .build();
        watching.accept(bench);
        Context alice = bench.host("alice").open();
        ProtectionDomain alicePd = alice.allocPd();
        aliceCq = alice.createCq(CQ_ENTRIES);
        aliceMemory = alice.allocate(PAGE);
        aliceRegion = alicePd.regMr(aliceMemory, AccessFlag.LOCAL_WRITE);
        bob = bench.host("bob").open();
        bobCq = bob.createCq(CQ_ENTRIES);
        bobMemory = bob.allocate(PAGE * ExplorerScope.REGIONS);
        for (int i = 0; i < ExplorerScope.PDS; i++) {
            bobPds.add(bob.allocPd());
        }
        for (int i = 0; i < ExplorerScope.QPS; i++) {
            aliceQps.add(alicePd.createQp(QpSpec.rc(aliceCq, aliceCq)
                    .maxSend(REQUESTS)
                    .maxRecv(REQUESTS)
                    .singleThreaded()));
        }
        ProtectionDomain pd = bob.allocPd();
        Memory spare = bob.allocate(PAGE);
        indexes = new Reserve(() -> pd.regMr(spare, AccessFlag.LOCAL_WRITE), (1 << LOG_KEYS) - OWN_INDEXES);
        qpNumbers = new Reserve(() -> createQp(pd), ExplorerScope.QPS);
    }

    QueuePair createQp(ProtectionDomain pd) {
        return pd.createQp(
                QpSpec.rc(bobCq, bobCq).maxSend(REQUESTS).maxRecv(REQUESTS).singleThreaded());
    }

    @Override
    public void close() {
        bench.close();
    }
}
