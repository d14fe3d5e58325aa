package dev.fenestra.tools.paging;

import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.ProtectionDomain;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.RemoteBuffer;
import dev.fenestra.uverbs.WorkRequest;
import java.time.Duration;
import java.util.Map;

/** One end of a {@link PagedPair}: some pages of memory under a region of a kind that the test chooses. */
final class PagedEnd {
    static final int PAGE = 4096;
    static final int PAGES = 16;
    static final int BYTES = PAGES * PAGE;
    static final AccessFlag[] ALL = {
        AccessFlag.LOCAL_WRITE,
        AccessFlag.REMOTE_WRITE,
        AccessFlag.REMOTE_READ,
        AccessFlag.REMOTE_ATOMIC,
        AccessFlag.MW_BIND
    };

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    final BenchHost host;
    final Context context;
    final ProtectionDomain pd;
    final CompletionQueue cq;
    final QueuePair qp;
    final Memory memory;
    final MemoryRegion region;

    PagedEnd(BenchHost host, RegionKind kind) {
        this.host = host;
        context = host.open();
        pd = context.allocPd();
        cq = context.createCq(64);
        qp = pd.createQp(QpSpec.rc(cq, cq));
        memory = kind.allocate(context, BYTES);
        region = kind.register(pd, memory, ALL);
    }

    ProcessMemory process() {
        return host.process().memory();
    }

    /** A piece of the memory, by the region. */
    MemorySlice at(long offset, long length) {
        return new MemorySlice(region, memory.address() + offset, length);
    }

    RemoteBuffer remote(long offset, long length) {
        return at(offset, length).remote();
    }

    /** Takes all of the memory out; the result is how many pages went. */
    long swapOut() {
        return process().swapOut(memory.address(), BYTES, true);
    }

    Completion attempt(WorkRequest request) {
        qp.post(request);
        return await(request.wrId());
    }

    Completion.Done perform(WorkRequest request) {
        return attempt(request).orThrow();
    }

    Completion await(long wrId) {
        return cq.await(wrId, PATIENCE);
    }

    /** What the driver counts for the region. */
    Map<String, Long> statistics() {
        return host.kernel().inspect().stream()
                .filter(detail -> String.format("0x%x", region.lkey())
                        .equals(detail.attributes().get("lkey")))
                .findFirst()
                .orElseThrow()
                .statistics();
    }

    long counted(String counter) {
        return statistics().getOrDefault(counter, 0L);
    }
}
