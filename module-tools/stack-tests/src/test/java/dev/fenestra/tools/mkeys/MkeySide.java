package dev.fenestra.tools.mkeys;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.SendBuilder;
import dev.fenestra.vendor.mlx.dv.DvContext;
import dev.fenestra.vendor.mlx.dv.DvMkey;
import dev.fenestra.vendor.mlx.dv.DvMkeyFlag;
import dev.fenestra.vendor.mlx.dv.DvQp;
import dev.fenestra.vendor.mlx.dv.DvQpOptions;
import java.util.Random;
import java.util.function.Consumer;

/** One end of a connection that configures mkeys, with one region full of random bytes. */
final class MkeySide {
    static final int BYTES = 5 * 4096;
    static final int ALL = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);
    private static final int MAX_INLINE = 512;

    final BenchHost host;
    final Context context;
    final ProtectionDomain pd;
    final CompletionQueue cq;
    final QueuePair qp;
    final Memory memory;
    final MemoryRegion region;
    final DvQp direct;
    private long nextWrId = 1;

    MkeySide(BenchHost host, Random random) {
        this(host, random, AccessFlag.RELAXED_ORDERING);
    }

    /**
     * @param more of the region
     */
    MkeySide(BenchHost host, Random random, AccessFlag more) {
        this.host = host;
        context = host.open();
        pd = context.allocPd();
        cq = context.createCq(128);
        qp = pd.createQp(QpSpec.rc(cq, cq).maxInline(MAX_INLINE).extension(DvQpOptions.mkeys()));
        direct = qp.unwrap(DvQp.class).orElseThrow();
        memory = context.allocate(BYTES);
        byte[] content = new byte[BYTES];
        random.nextBytes(content);
        memory.put(0, content);
        region = pd.regMr(
                memory,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.REMOTE_ATOMIC,
                AccessFlag.MW_BIND,
                more);
    }

    byte[] bytes() {
        return memory.get(0, BYTES);
    }

    DvMkey mkey(int maxEntries, DvMkeyFlag... more) {
        DvMkeyFlag[] flags = new DvMkeyFlag[more.length + 1];
        flags[0] = DvMkeyFlag.INDIRECT;
        System.arraycopy(more, 0, flags, 1, more.length);
        return context.unwrap(DvContext.class).orElseThrow().createMkey(pd.handle(), maxEntries, flags);
    }

    /** Configures an mkey and waits. */
    Completion configure(Consumer<DvQp> setters) {
        return perform(SendFlag.INLINE, builder -> setters.accept(direct));
    }

    /** Posts one request and waits for it. */
    Completion perform(int flags, Consumer<SendBuilder> request) {
        return await(post(flags, request));
    }

    /** Posts one request; returns its id. */
    long post(int flags, Consumer<SendBuilder> request) {
        long wrId = nextWrId++;
        SendBuilder builder = qp.builder().start().request(wrId, flags | SendFlag.SIGNALED);
        request.accept(builder);
        int errno = builder.complete();
        if (errno != 0) {
            throw new AssertionError("post: errno " + errno);
        }
        return wrId;
    }

    Completion await(long wrId) {
        return cq.await(wrId, Patience.LIMIT);
    }
}
