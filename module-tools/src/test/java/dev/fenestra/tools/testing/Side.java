package dev.fenestra.tools.testing;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.ProtectionDomain;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.RemoteBuffer;
import dev.fenestra.uverbs.WorkRequest;
import java.time.Duration;

/**
 * One side of a {@link Pair}: an open device, a QP, and a region that peers may not touch but windows may be bound to.
 */
public final class Side {
    /** Three pages. */
    public static final int REGION_BYTES = 3 * 4096;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int CQ_ENTRIES = 64;

    private final BenchHost host;
    private final Context context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final QueuePair qp;
    private final Memory memory;
    private final MemoryRegion region;

    Side(BenchHost host) {
        this.host = host;
        context = host.open();
        pd = context.allocPd();
        cq = context.createCq(CQ_ENTRIES);
        qp = pd.createQp(QpSpec.rc(cq, cq));
        memory = context.allocate(REGION_BYTES);
        region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
    }

    public BenchHost host() {
        return host;
    }

    public Context context() {
        return context;
    }

    public CompletionQueue cq() {
        return cq;
    }

    public ProtectionDomain pd() {
        return pd;
    }

    public QueuePair qp() {
        return qp;
    }

    public Memory memory() {
        return memory;
    }

    public MemoryRegion region() {
        return region;
    }

    /** Everything in the region. */
    public byte[] bytes() {
        return memory.get(0, REGION_BYTES);
    }

    /** Posts a request and waits for it, whatever becomes of it. */
    public Completion attempt(WorkRequest request) {
        qp.post(request);
        return await(request.wrId());
    }

    /** Posts a request that must succeed. */
    public Completion.Done perform(WorkRequest request) {
        return attempt(request).orThrow();
    }

    public Completion await(long wrId) {
        return cq.await(wrId, PATIENCE);
    }

    /** Binds a type-1 window to the region and waits; the result is what a peer is told. */
    public RemoteBuffer bind(long wrId, MemoryWindow window, long offset, long length, AccessFlag... access) {
        qp.bindMw(wrId, window, region.slice(offset, length), access);
        await(wrId).orThrow();
        return window.remote(region.address() + offset, length);
    }
}
