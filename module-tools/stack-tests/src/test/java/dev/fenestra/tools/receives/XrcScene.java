package dev.fenestra.tools.receives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.handles.XrcDomain;
import dev.fenestra.uverbs.handles.XrcTarget;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.WorkRequest;
import dev.fenestra.uverbs.request.XrcRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An XRC initiator of alice, connected to a target that one of two processes of bob has created; each has an SRQ in the
 * same domain.
 */
final class XrcScene implements AutoCloseable {
    static final int BYTES = 1 << 16;
    static final String NAME = "/run/xrc";
    private static final AccessFlag[] ALL = {
        AccessFlag.LOCAL_WRITE,
        AccessFlag.REMOTE_WRITE,
        AccessFlag.REMOTE_READ,
        AccessFlag.REMOTE_ATOMIC,
        AccessFlag.MW_BIND
    };

    /** A process of bob, with an SRQ, its CQ, and memory that peers may use through that SRQ. */
    static final class Worker {
        final Context context;
        final XrcDomain domain;
        final ProtectionDomain pd;
        final CompletionQueue cq;
        final SharedReceiveQueue srq;
        final Memory memory;
        final MemoryRegion region;

        Worker(Context context, XrcDomain domain) {
            this.context = context;
            this.domain = domain;
            pd = context.allocPd();
            cq = context.createCq(64);
            srq = pd.createXrcSrq(domain, cq, SrqSpec.of(16));
            memory = context.allocate(BYTES);
            region = pd.regMr(memory, ALL);
        }

        void receive(long wrId) {
            srq.post(wrId, region.slice(0, BYTES));
        }

        Completion received(long wrId) {
            return cq.await(wrId, Patience.LIMIT);
        }

        RemoteBuffer remote(long offset, long length) {
            return region.slice(offset, length).remote();
        }

        /** {@return the asynchronous events since the last call} */
        List<AsyncEventType> events() {
            List<AsyncEventType> types = new ArrayList<>();
            Optional<AsyncEvent> event = context.pollAsyncEvent();
            while (event.isPresent()) {
                types.add(event.get().type());
                event.get().ack();
                event = context.pollAsyncEvent();
            }
            return types;
        }
    }

    final TestBench bench = TestBench.twoHosts();
    final Context alice = bench.host("alice").open();
    final ProtectionDomain pd = alice.allocPd();
    final CompletionQueue cq = alice.createCq(64);
    final Memory memory = alice.allocate(BYTES);
    final MemoryRegion region = pd.regMr(memory, ALL);
    final QueuePair initiator = pd.createQp(QpSpec.xrc(cq));
    final Worker first;
    final Worker second;
    final XrcTarget target;

    XrcScene() {
        Context one = bench.host("bob").open();
        first = new Worker(one, one.openXrcDomain(NAME, XrcdFlag.O_CREAT, XrcdFlag.O_EXCL));
        Process process = bench.host("bob").kernel().createProcess("second");
        Context two = Context.open(process, one.device());
        second = new Worker(two, two.openXrcDomain(NAME));
        target = first.domain.createTarget();
        bench.connectPair(initiator, target);
        byte[] pattern = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            pattern[i] = (byte) (i * 31 + (i >> 8));
        }
        memory.put(0, pattern);
    }

    /** Posts a request for a worker's SRQ and waits for its end. */
    Completion does(Worker worker, WorkRequest request) {
        initiator.post(XrcRequest.of(worker.srq.number(), request));
        return cq.await(request.wrId(), Patience.LIMIT);
    }

    /** Bob refused the request as invalid, by this rule, and both QPs are in ERR. */
    void assertRefused(String rule, Completion completion) {
        assertEquals(WcStatus.REM_INV_REQ_ERR, completion.status());
        assertEquals(QpState.ERR, target.state());
        assertEquals(QpState.ERR, initiator.state());
        assertEquals(rule, bench.host("bob").refusals().getLast().ruleId());
    }

    @Override
    public void close() {
        bench.close();
    }
}
