package dev.fenestra.tools.attacks;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.WorkRequest;

/** A peer that is what it says it is: a QP, a page of memory, and whatever it asks for. */
final class Client {
    private static final int ENTRIES = 256;

    final Context context;
    final ProtectionDomain pd;
    final CompletionQueue cq;
    final QueuePair qp;
    final Memory memory;
    final MemoryRegion region;

    Client(BenchHost host) {
        this(host.open());
    }

    Client(Context context) {
        this.context = context;
        pd = context.allocPd();
        cq = context.createCq(ENTRIES);
        qp = pd.createQp(QpSpec.rc(cq, cq));
        memory = context.allocate(PAGE_BYTES);
        region = pd.regMr(memory, AccessFlag.LOCAL_WRITE);
    }

    /** Memory of another that its peers may do anything to. */
    static MemoryRegion open(ProtectionDomain pd, Memory memory) {
        return pd.regMr(
                memory,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.REMOTE_ATOMIC,
                AccessFlag.MW_BIND);
    }

    void connect(TestBench bench, QueuePair peer) {
        bench.connectPair(qp, peer);
    }

    void connect(QueuePair peer, ConnectOptions options) {
        qp.connect(peer.endpoint(options), options);
        peer.connect(qp.endpoint(options), options);
    }

    Completion attempt(WorkRequest request) {
        qp.post(request);
        return cq.await(request.wrId(), Patience.LIMIT);
    }
}
