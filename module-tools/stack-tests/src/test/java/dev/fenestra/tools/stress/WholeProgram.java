package dev.fenestra.tools.stress;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program that uses a bit of everything, and gives everything back whatever fails. */
final class WholeProgram {
    private static final int BYTES = 3 * 4096;
    /** Only one call fails, so the second try to give something back succeeds. */
    private static final int TRIES = 2;

    private final TestBench bench;
    private final List<Context> contexts = new ArrayList<>();
    private final List<Memory> memories = new ArrayList<>();

    /** One host's part. */
    private record Part(ProtectionDomain pd, MemoryRegion region, CompletionQueue cq, QueuePair qp) {}

    WholeProgram(TestBench bench) {
        this.bench = bench;
    }

    /** Runs it; the refusal that ended it, or null. Nothing is left of it either way. */
    @Nullable
    VerbsException run() {
        try {
            work();
            return null;
        } catch (VerbsException e) {
            return e;
        } finally {
            giveBack();
        }
    }

    private Part part(String host) {
        Context context = bench.host(host).open();
        contexts.add(context);
        Memory memory = context.allocate(BYTES);
        memories.add(memory);
        ProtectionDomain pd = context.allocPd();
        MemoryRegion region = pd.regMr(
                memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE, AccessFlag.MW_BIND);
        CompletionQueue cq = context.createCq(16);
        return new Part(pd, region, cq, pd.createQp(QpSpec.rc(cq, cq)));
    }

    private void work() {
        Part alice = part("alice");
        Part bob = part("bob");
        bench.connectPair(alice.qp, bob.qp);
        MemoryWindow window = bob.pd.allocMw(MwType.TYPE_2);
        int key = window.nextKey();
        bob.qp.post(BindMw.of(1, window, key, bob.region.all(), AccessFlag.REMOTE_WRITE));
        bob.cq.await(Patience.LIMIT).orThrow();
        window.rkey(key);
        alice.qp.post(RdmaWrite.of(2, window.remote(bob.region.address(), 64), alice.region.slice(0, 64)));
        alice.cq.await(Patience.LIMIT).orThrow();
        bob.qp.postRecv(3, bob.region.slice(0, 64));
        alice.qp.post(Send.of(4, alice.region.slice(0, 64)));
        alice.cq.await(Patience.LIMIT).orThrow();
        bob.cq.await(Patience.LIMIT).orThrow();
        window.query();
        bob.qp.post(LocalInvalidate.of(5, key));
        bob.cq.await(Patience.LIMIT).orThrow();
        alice.region.changeAccess(AccessFlag.LOCAL_WRITE);
        alice.qp.reset();
    }

    private void giveBack() {
        for (Context context : contexts) {
            for (VerbsObject object : context.openObjects().reversed()) {
                twice(object::close);
            }
        }
        memories.forEach(memory -> twice(memory::free));
        contexts.forEach(context -> twice(context::close));
    }

    private static void twice(Runnable close) {
        for (int i = 1; i <= TRIES; i++) {
            try {
                close.run();
                return;
            } catch (VerbsException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }
}
