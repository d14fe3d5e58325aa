package dev.fenestra.tools.receives;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.Send;

/** Bob with an SRQ and several QPs that take their receives from it; alice with a QP for each of them. */
final class Sharing implements AutoCloseable {
    static final int BYTES = 64 * 1024;

    final TestBench bench;
    final Context alice;
    final Context bob;
    final ProtectionDomain alicePd;
    final ProtectionDomain bobPd;
    final CompletionQueue aliceCq;
    final CompletionQueue bobCq;
    final Memory source;
    final Memory target;
    final MemoryRegion from;
    final MemoryRegion to;
    final SharedReceiveQueue srq;
    final QueuePair[] senders;
    final QueuePair[] receivers;

    Sharing(int qps, SrqSpec spec) {
        bench = TestBench.twoHosts();
        alice = bench.host("alice").open();
        bob = bench.host("bob").open();
        alicePd = alice.allocPd();
        bobPd = bob.allocPd();
        aliceCq = alice.createCq(256);
        bobCq = bob.createCq(256);
        source = alice.allocate(BYTES);
        target = bob.allocate(BYTES);
        from = alicePd.regMr(source, AccessFlag.LOCAL_WRITE);
        to = bobPd.regMr(target, AccessFlag.LOCAL_WRITE);
        srq = bobPd.createSrq(spec);
        senders = new QueuePair[qps];
        receivers = new QueuePair[qps];
        for (int i = 0; i < qps; i++) {
            senders[i] = alicePd.createQp(QpSpec.rc(aliceCq, aliceCq));
            receivers[i] = bobPd.createQp(QpSpec.rc(bobCq, bobCq).srq(srq));
            bench.connectPair(senders[i], receivers[i]);
        }
        byte[] pattern = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            pattern[i] = (byte) (i * 31 + (i >> 8));
        }
        source.put(0, pattern);
    }

    MemorySlice slot(int number, int length) {
        return to.slice(number * 4096L, length);
    }

    Completion send(int qp, long wrId, int length) {
        senders[qp].post(Send.of(wrId, from.slice(0, length)));
        return aliceCq.await(wrId, Patience.LIMIT);
    }

    void sends(int qp, long wrId, int length) {
        Completion done = send(qp, wrId, length);
        if (done.status() != WcStatus.SUCCESS) {
            throw new AssertionError(done.toString());
        }
    }

    Completion received(long wrId) {
        return bobCq.await(wrId, Patience.LIMIT);
    }

    @Override
    public void close() {
        bench.close();
    }
}
