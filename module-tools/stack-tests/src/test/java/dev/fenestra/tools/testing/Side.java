package dev.fenestra.tools.testing;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;

import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.Map;

/** One side of a {@link Pair}: an open device, a QP, and memory under a region. */
public final class Side {
    /** Three pages. */
    public static final int REGION_BYTES = 3 * 4096;

    /** Pages of a region of a kind that the test chooses. */
    public static final int PAGES = 16;

    /** Bytes of such a region. */
    public static final int PAGED_BYTES = PAGES * PAGE_BYTES;

    private static final int CQ_ENTRIES = 64;

    private final BenchHost host;
    private final int length;
    private final Context context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final QueuePair qp;
    private final Memory memory;
    private final MemoryRegion region;

    /** With a region that peers may not touch but windows may be bound to. */
    Side(BenchHost host) {
        this(host, RegionKind.PINNED, REGION_BYTES, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
    }

    /** With a region of a kind that peers may do anything to. */
    Side(BenchHost host, RegionKind kind) {
        this(
                host,
                kind,
                PAGED_BYTES,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.REMOTE_ATOMIC,
                AccessFlag.MW_BIND);
    }

    private Side(BenchHost host, RegionKind kind, int length, AccessFlag... access) {
        this.host = host;
        this.length = length;
        context = host.open();
        pd = context.allocPd();
        cq = context.createCq(CQ_ENTRIES);
        qp = pd.createQp(QpSpec.rc(cq, cq));
        memory = kind.allocate(context, length);
        region = kind.register(pd, memory, access);
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
        return memory.get(0, length);
    }

    /** A piece of the memory, by the region. */
    public MemorySlice at(long offset, long bytes) {
        return new MemorySlice(region, memory.address() + offset, bytes);
    }

    public RemoteBuffer remote(long offset, long bytes) {
        return at(offset, bytes).remote();
    }

    public ProcessMemory process() {
        return host.process().memory();
    }

    /** Takes all of the memory out; the result is how many pages went. */
    public long swapOut() {
        return process().swapOut(memory.address(), length, true);
    }

    /** What the driver counts for the region. */
    public Map<String, Long> statistics() {
        return host.kernel().inspect().stream()
                .filter(detail -> String.format("0x%x", region.lkey())
                        .equals(detail.attributes().get("lkey")))
                .findFirst()
                .orElseThrow()
                .statistics();
    }

    public long counted(String counter) {
        return statistics().getOrDefault(counter, 0L);
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
        return cq.await(wrId, Patience.LIMIT);
    }

    /** Binds a type-1 window to the region and waits; the result is what a peer is told. */
    public RemoteBuffer bind(long wrId, MemoryWindow window, long offset, long length, AccessFlag... access) {
        qp.bindMw(wrId, window, region.slice(offset, length), access);
        await(wrId).orThrow();
        return window.remote(region.address() + offset, length);
    }
}
