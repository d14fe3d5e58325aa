package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.AtomicWrite;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.Flush;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.RegisterMr;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import dev.fenestra.uverbs.request.SendWithImmediate;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import dev.fenestra.uverbs.request.WorkRequest;
import dev.fenestra.uverbs.request.XrcRequest;
import java.util.List;

/**
 * One QP of a {@link QpConnection}, with the operations of a case. Data comes from the start of the host's memory, and
 * goes there.
 *
 * @param bench the bench of the case
 * @param host whose QP it is
 * @param qp the QP
 */
public record End(CaseBench bench, CaseHost host, QueuePair qp) {

    /**
     * Posts a request and waits for its completion, successful or not.
     *
     * @param request the request
     * @return its completion
     */
    public Completion attempt(WorkRequest request) {
        post(request);
        return host.await(request.wrId());
    }

    /**
     * Posts requests. They have no more pieces and bytes than the device announces.
     *
     * @param requests the requests, as one list
     */
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

    /**
     * Writes memory of this host to a peer and waits.
     *
     * @param target the range of the peer
     * @return the completion
     */
    public Completion write(RemoteBuffer target) {
        return attempt(RdmaWrite.of(bench.wrId(), target, data(target.length())));
    }

    /**
     * Fills a range with messages of the greatest length.
     *
     * @param target the range of the peer
     * @return the first failure, or the last success
     */
    public Completion writeAll(RemoteBuffer target) {
        long most = host.most(Limit.MESSAGE, Math.min(target.length(), CaseHost.MEMORY_BYTES));
        Completion outcome = write(target.slice(0, most));
        for (long at = most; at < target.length() && outcome.status() == WcStatus.SUCCESS; at += most) {
            outcome = write(target.slice(at, Math.min(most, target.length() - at)));
        }
        return outcome;
    }

    /**
     * Reads memory of a peer and waits.
     *
     * @param source the range of the peer
     * @return the completion
     */
    public Completion read(RemoteBuffer source) {
        return attempt(RdmaRead.of(bench.wrId(), source, data(source.length())));
    }

    /**
     * Adds 1 to the first 8 bytes of a range and waits.
     *
     * @param target the range of the peer
     * @return the completion
     */
    public Completion add(RemoteBuffer target) {
        return attempt(AtomicFetchAndAdd.of(bench.wrId(), target, 1, data(Long.BYTES)));
    }

    /**
     * Replaces the first 8 bytes of a range if they have an expected value, and waits.
     *
     * @param target the range of the peer
     * @param expected the value to be replaced
     * @param replacement the new value
     * @return the completion
     */
    public Completion swap(RemoteBuffer target, long expected, long replacement) {
        return attempt(AtomicCompareAndSwap.of(bench.wrId(), target, expected, replacement, data(Long.BYTES)));
    }

    /**
     * Sends a message and waits.
     *
     * @param length its bytes
     * @return the completion
     */
    public Completion send(long length) {
        return attempt(Send.of(bench.wrId(), data(length)));
    }

    /**
     * Invalidates a key of this host and waits.
     *
     * @param key an R_Key
     * @return the completion
     */
    public Completion invalidate(int key) {
        return attempt(LocalInvalidate.of(bench.wrId(), key));
    }

    /**
     * Sends a message that makes the peer invalidate a key, and waits. The peer must have posted a receive.
     *
     * @param key an R_Key of the peer
     * @return the completion
     */
    public Completion sendWithInvalidate(int key) {
        return attempt(SendWithInvalidate.of(bench.wrId(), key));
    }

    /**
     * Writes from any address under any L_Key, and waits.
     *
     * @param lkey the L_Key
     * @param address first byte
     * @param length bytes
     * @param target the range of the peer
     * @return the completion
     */
    public Completion writeFrom(int lkey, long address, int length, RemoteBuffer target) {
        host.needs(Limit.MESSAGE, length);
        long wrId = bench.wrId();
        return complete(
                wrId, started(wrId).rdmaWrite(target.rkey(), target.address()).sge(lkey, address, length));
    }

    /**
     * Reads to any address under any L_Key, and waits.
     *
     * @param lkey the L_Key
     * @param address first byte
     * @param length bytes
     * @param source the range of the peer
     * @return the completion
     */
    public Completion readInto(int lkey, long address, int length, RemoteBuffer source) {
        host.needs(Limit.MESSAGE, length);
        long wrId = bench.wrId();
        return complete(
                wrId, started(wrId).rdmaRead(source.rkey(), source.address()).sge(lkey, address, length));
    }

    /**
     * Sends from any address under any L_Key, and waits.
     *
     * @param lkey the L_Key
     * @param address first byte
     * @param length bytes
     * @return the completion
     */
    public Completion sendFrom(int lkey, long address, int length) {
        host.needs(Limit.MESSAGE, length);
        long wrId = bench.wrId();
        return complete(wrId, started(wrId).send().sge(lkey, address, length));
    }

    /**
     * Posts a receive to any address under any L_Key.
     *
     * @param lkey the L_Key
     * @param address first byte
     * @param length bytes
     * @return id of the request
     */
    public long receiveInto(int lkey, long address, int length) {
        long wrId = bench.wrId();
        bench.expect().same("post_recv", 0, qp.postRecv(wrId, lkey, address, length));
        return wrId;
    }

    /**
     * Posts a receive.
     *
     * @param pieces the memory to fill
     * @return id of the request
     */
    public long receive(MemorySlice... pieces) {
        host.needs(Limit.SGE, pieces.length);
        long wrId = bench.wrId();
        qp.postRecv(wrId, pieces);
        return wrId;
    }

    /**
     * Waits for the completion of a request.
     *
     * @param wrId id of the request
     * @return its completion
     */
    public Completion await(long wrId) {
        return host.await(wrId);
    }

    /** {@return the state of the QP by {@code ibv_query_qp}} */
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
        bench.expect().posted(request.complete());
        return host.await(wrId);
    }

    private MemorySlice data(long length) {
        return host.slice(0, length);
    }
}
