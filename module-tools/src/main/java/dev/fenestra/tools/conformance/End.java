package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.AtomicCompareAndSwap;
import dev.fenestra.uverbs.AtomicFetchAndAdd;
import dev.fenestra.uverbs.AtomicWrite;
import dev.fenestra.uverbs.BindMw;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.Datagram;
import dev.fenestra.uverbs.Flush;
import dev.fenestra.uverbs.LocalInvalidate;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.RdmaRead;
import dev.fenestra.uverbs.RdmaWrite;
import dev.fenestra.uverbs.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.RegisterMr;
import dev.fenestra.uverbs.RemoteBuffer;
import dev.fenestra.uverbs.Send;
import dev.fenestra.uverbs.SendBuilder;
import dev.fenestra.uverbs.SendWithImmediate;
import dev.fenestra.uverbs.SendWithInvalidate;
import dev.fenestra.uverbs.WorkRequest;
import dev.fenestra.uverbs.XrcRequest;
import java.util.List;

/**
 * One QP of a {@link Lane} and what a case does with it. Data comes from, and goes to, the start of the host's memory.
 *
 * @param host whose QP it is
 */
public record End(CaseBench bench, CaseHost host, QueuePair qp) {

    /** Posts a request and waits for it, whatever becomes of it. */
    public Completion attempt(WorkRequest request) {
        post(request);
        return host.await(request.wrId());
    }

    /** Posts requests of no more pieces, and no more bytes, than the device announces. */
    public void post(WorkRequest... requests) {
        for (WorkRequest request : requests) {
            List<MemorySlice> data = data(request);
            long bytes = data.stream().mapToLong(MemorySlice::length).sum();
            boolean isInline = (request.flags() & SendFlag.INLINE) != 0;
            host.needs(isInline ? Limit.INLINE : Limit.SGE, isInline ? bytes : data.size());
            host.needs(Limit.MESSAGE, bytes);
        }
        qp.post(requests);
    }

    public Completion write(RemoteBuffer target) {
        return attempt(RdmaWrite.of(bench.wrId(), target, data(target.length())));
    }

    /** Fills a range in messages that are as long as they may be; the first failure, or the last success. */
    public Completion writeAll(RemoteBuffer target) {
        long most = host.most(Limit.MESSAGE, Math.min(target.length(), CaseHost.MEMORY_BYTES));
        Completion outcome = write(target.slice(0, most));
        for (long at = most; at < target.length() && outcome.status() == WcStatus.SUCCESS; at += most) {
            outcome = write(target.slice(at, Math.min(most, target.length() - at)));
        }
        return outcome;
    }

    public Completion read(RemoteBuffer source) {
        return attempt(RdmaRead.of(bench.wrId(), source, data(source.length())));
    }

    /** Adds 1 to the first 8 bytes of the target. */
    public Completion add(RemoteBuffer target) {
        return attempt(AtomicFetchAndAdd.of(bench.wrId(), target, 1, data(Long.BYTES)));
    }

    /** Puts a value in the place of another in the first 8 bytes of the target. */
    public Completion swap(RemoteBuffer target, long expected, long replacement) {
        return attempt(AtomicCompareAndSwap.of(bench.wrId(), target, expected, replacement, data(Long.BYTES)));
    }

    public Completion send(long length) {
        return attempt(Send.of(bench.wrId(), data(length)));
    }

    public Completion invalidate(int key) {
        return attempt(LocalInvalidate.of(bench.wrId(), key));
    }

    /** Makes the peer invalidate a key; it needs a receive posted. */
    public Completion sendWithInvalidate(int key) {
        return attempt(SendWithInvalidate.of(bench.wrId(), key));
    }

    /** Writes from anywhere, under any L_Key. */
    public Completion writeFrom(int lkey, long address, int length, RemoteBuffer target) {
        host.needs(Limit.MESSAGE, length);
        long wrId = bench.wrId();
        return complete(
                wrId, started(wrId).rdmaWrite(target.rkey(), target.address()).sge(lkey, address, length));
    }

    /** Reads to anywhere, under any L_Key. */
    public Completion readInto(int lkey, long address, int length, RemoteBuffer source) {
        host.needs(Limit.MESSAGE, length);
        long wrId = bench.wrId();
        return complete(
                wrId, started(wrId).rdmaRead(source.rkey(), source.address()).sge(lkey, address, length));
    }

    /** Sends from anywhere, under any L_Key. */
    public Completion sendFrom(int lkey, long address, int length) {
        host.needs(Limit.MESSAGE, length);
        long wrId = bench.wrId();
        return complete(wrId, started(wrId).send().sge(lkey, address, length));
    }

    /** Posts a receive to anywhere, under any L_Key; the result is its wrId. */
    public long receiveInto(int lkey, long address, int length) {
        long wrId = bench.wrId();
        bench.same("post_recv", 0, qp.postRecv(wrId, lkey, address, length));
        return wrId;
    }

    /** Posts a receive; the result is its wrId. */
    public long receive(MemorySlice... pieces) {
        host.needs(Limit.SGE, pieces.length);
        long wrId = bench.wrId();
        qp.postRecv(wrId, pieces);
        return wrId;
    }

    public Completion await(long wrId) {
        return host.await(wrId);
    }

    public QpState state() {
        return qp.state();
    }

    private static List<MemorySlice> data(WorkRequest request) {
        return switch (request) {
            case Send send -> send.data();
            case SendWithImmediate send -> send.data();
            case SendWithInvalidate send -> send.data();
            case RdmaWrite write -> write.data();
            case RdmaWriteWithImmediate write -> write.data();
            case RdmaRead read -> read.data();
            case Datagram datagram -> datagram.data();
            case XrcRequest through -> data(through.request());
            case AtomicCompareAndSwap _,
                    AtomicFetchAndAdd _,
                    AtomicWrite _,
                    Flush _,
                    BindMw _,
                    LocalInvalidate _,
                    RegisterMr _ -> List.of();
        };
    }

    private SendBuilder started(long wrId) {
        return qp.builder().start().request(wrId, SendFlag.SIGNALED);
    }

    private Completion complete(long wrId, SendBuilder request) {
        bench.posted(request.complete());
        return host.await(wrId);
    }

    private MemorySlice data(long length) {
        return host.slice(0, length);
    }
}
