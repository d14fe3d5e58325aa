package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posts send requests in batches without allocating: {@link #start}, then for each request {@link #request}, one
 * operation and its data, then {@link #complete}; all requests of a batch are posted together or none is. From start to
 * complete or abort the queue is locked, and belongs to the calling thread.
 */
public final class SendBuilder {
    private final QueuePair qp;
    private final SendQueue queue;
    private final MrRegistration registration = new MrRegistration();
    private final List<RegisterMr> registered = new ArrayList<>();
    private SendTrace trace = new SendTrace();
    private @Nullable VerbsObserver observer;
    private long wrId;

    SendBuilder(QueuePair qp, SendQueue queue) {
        this.qp = qp;
        this.queue = queue;
    }

    public SendBuilder start() {
        qp.checkOpen();
        queue.start();
        observer = qp.context().observer();
        return this;
    }

    /**
     * Says how the next request is named and flagged.
     *
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}
     */
    public SendBuilder request(long newWrId, int flags) {
        wrId = newWrId;
        queue.request(newWrId, flags);
        return this;
    }

    public SendBuilder send() {
        queue.send();
        return added(WrOpcode.SEND);
    }

    public SendBuilder sendWithImmediate(int immediate) {
        queue.sendWithImmediate(immediate);
        return added(WrOpcode.SEND_WITH_IMM);
    }

    /** A SEND that makes the receiver invalidate one of its own keys. */
    public SendBuilder sendWithInvalidate(int rkey) {
        queue.sendWithInvalidate(rkey);
        return added(WrOpcode.SEND_WITH_INV);
    }

    public SendBuilder rdmaWrite(int rkey, long remoteAddress) {
        queue.rdmaWrite(rkey, remoteAddress);
        return added(WrOpcode.RDMA_WRITE);
    }

    public SendBuilder rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate) {
        queue.rdmaWriteWithImmediate(rkey, remoteAddress, immediate);
        return added(WrOpcode.RDMA_WRITE_WITH_IMM);
    }

    public SendBuilder rdmaRead(int rkey, long remoteAddress) {
        queue.rdmaRead(rkey, remoteAddress);
        return added(WrOpcode.RDMA_READ);
    }

    /**
     * Replaces 8 bytes of the peer if they are what is expected; the data are 8 bytes that take what was there before.
     *
     * @param remoteAddress a multiple of 8
     */
    public SendBuilder atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
        queue.atomicCompareAndSwap(rkey, remoteAddress, compare, swap);
        return added(WrOpcode.ATOMIC_CMP_AND_SWP);
    }

    /**
     * Adds to 8 bytes of the peer; the data are 8 bytes that take what was there before.
     *
     * @param remoteAddress a multiple of 8
     */
    public SendBuilder atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
        queue.atomicFetchAndAdd(rkey, remoteAddress, add);
        return added(WrOpcode.ATOMIC_FETCH_AND_ADD);
    }

    /**
     * Makes earlier writes to the peer's memory visible or persistent; it has no data.
     *
     * @param length bytes of the range
     * @param types mask of {@link dev.fenestra.ib.core.vocabulary.PlacementType}
     * @param level number of a {@link dev.fenestra.ib.core.vocabulary.SelectivityLevel}
     */
    public SendBuilder flush(int rkey, long remoteAddress, int length, int types, int level) {
        queue.flush(rkey, remoteAddress, length, types, level);
        return added(WrOpcode.FLUSH);
    }

    /**
     * Writes 8 bytes of the peer that nobody sees half-written; it has no other data.
     *
     * @param remoteAddress a multiple of 8
     * @param value the bytes, little-endian
     */
    public SendBuilder atomicWrite(int rkey, long remoteAddress, long value) {
        queue.atomicWrite(rkey, remoteAddress, value);
        return added(WrOpcode.ATOMIC_WRITE);
    }

    /**
     * Binds a type-2 window.
     *
     * @param newKey the window's index and a tag of the caller's choice
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    public SendBuilder bindMw(
            MemoryWindow window, int newKey, MemoryRegion region, long address, long length, int access) {
        queue.bindMw(window.user(), newKey, region.user(), address, length, access);
        return added(WrOpcode.BIND_MW);
    }

    public SendBuilder localInvalidate(int rkey) {
        queue.localInvalidate(rkey);
        return added(WrOpcode.LOCAL_INV);
    }

    /**
     * Gives a fast-register region memory. The region's own key, address and rights move when the batch is complete.
     *
     * @param what its wrId and flags are not looked at
     */
    public SendBuilder registerMr(RegisterMr what) {
        what.describe(registration);
        queue.registerMr(registration);
        registered.add(what);
        return added(WrOpcode.REG_MR);
    }

    /**
     * UD: says where the request goes; called between its operation and its data.
     *
     * @param qkey Q_Key of the peer; with the highest bit set the sender's own is sent
     */
    public SendBuilder destination(AddressHandle to, int qpNumber, int qkey) {
        queue.destination(to.of(qp.pd()), qpNumber, qkey);
        return this;
    }

    /**
     * XRC: says for which SRQ of the peer the request is; called between its operation and its data
     * ({@code ibv_wr_set_xrc_srqn}).
     */
    public SendBuilder remoteSrq(int srqNumber) {
        queue.remoteSrq(srqNumber);
        return this;
    }

    /** Adds a piece of a region to the request's data. */
    public SendBuilder sge(MemoryRegion region, long address, int length) {
        queue.sge(region.lkey(), address, length);
        return this;
    }

    /** Adds a piece of memory under any L_Key to the request's data. */
    public SendBuilder sge(int lkey, long address, int length) {
        queue.sge(lkey, address, length);
        return this;
    }

    /** Copies memory into the request as its data; it need not be registered. */
    public SendBuilder inline(Memory memory, long offset, int length) {
        queue.inline(memory.at(offset, length), length);
        return this;
    }

    /**
     * Posts the batch.
     *
     * @return 0, or the errno of the first request that was refused: then none is posted
     */
    public int complete() {
        VerbsObserver watching = observer;
        if (registered.isEmpty()) {
            return watching == null ? queue.complete() : completeObserved(watching);
        }
        // Another thread may begin a batch once the queue is released.
        List<RegisterMr> ours = List.copyOf(registered);
        registered.clear();
        int errno = watching == null ? queue.complete() : completeObserved(watching);
        if (errno == 0) {
            ours.forEach(what -> what.region().registered(what));
        }
        return errno;
    }

    /** Drops the batch. */
    public void abort() {
        trace.clear();
        registered.clear();
        queue.abort();
    }

    private int completeObserved(VerbsObserver watching) {
        // Once the queue is released another thread may begin a batch, so this one's trace is taken away before.
        SendTrace batch = trace;
        trace = new SendTrace();
        int errno = queue.complete();
        if (errno == 0) {
            batch.tell(watching, qp.number());
        }
        return errno;
    }

    private SendBuilder added(WrOpcode opcode) {
        if (observer != null) {
            trace.add(wrId, opcode);
        }
        return this;
    }
}
