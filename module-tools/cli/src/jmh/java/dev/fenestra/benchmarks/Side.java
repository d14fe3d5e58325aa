package dev.fenestra.benchmarks;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.SendBuilder;

/** One end of a line under load: a QP of one thread, its CQ, and resident memory that is registered with all rights. */
final class Side {
    /** Requests posted together, of which the last is signaled. */
    static final int BATCH = 16;

    final BenchHost host;
    final Context context;
    final ProtectionDomain pd;
    final CompletionQueue cq;
    final QueuePair qp;
    final SendBuilder builder;
    final Memory memory;
    final MemoryRegion region;
    final Completions completions = new Completions(BATCH);
    private int missing;

    Side(BenchHost host, long bytes) {
        this.host = host;
        context = host.open();
        pd = context.allocPd();
        cq = context.createCq(CqSpec.of(256).singleThreaded());
        qp = pd.createQp(spec(cq));
        builder = qp.builder();
        memory = context.allocate(bytes);
        memory.fill((byte) 1);
        region = pd.regMr(
                memory,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.REMOTE_ATOMIC,
                AccessFlag.MW_BIND);
    }

    static QpSpec spec(CompletionQueue cq) {
        return QpSpec.rc(cq, cq).singleThreaded();
    }

    /** {@link SendFlag#SIGNALED} for the last of a batch. */
    static int signalLast(int i) {
        return i == BATCH - 1 ? SendFlag.SIGNALED : 0;
    }

    /** Posts what was built. */
    void complete() {
        check(builder.complete());
    }

    static void check(int errno) {
        if (errno != 0) {
            throw new IllegalStateException("a post was refused with errno " + errno);
        }
    }

    /** Polls until so many completions came, all of them successes; what comes beyond counts for the next call. */
    void await(int count) {
        missing += count;
        while (missing > 0) {
            int found = cq.poll(completions);
            for (int i = 0; i < found; i++) {
                if (completions.status(i) != WcStatus.SUCCESS) {
                    throw new IllegalStateException("a request failed with " + completions.status(i));
                }
            }
            missing -= found;
        }
    }
}
