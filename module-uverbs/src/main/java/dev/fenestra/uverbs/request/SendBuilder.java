package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.Pd;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posts send requests in batches without allocation, except for {@link #registerMr}. Call {@link #start}; for each
 * request {@link #request}, one operation and its data; then {@link #complete}. All requests of a batch are posted
 * together, or none is. From start to complete or abort the queue is locked for the calling thread.
 */
public final class SendBuilder {
    private final OpenDevice device;
    private final VerbsObject qp;
    private final int qpNumber;
    private final PdIdentity pd;
    private final SendQueue queue;
    /** The registrations of the batch; null when it has none. */
    private @Nullable List<RegisterMr> registered;

    private SendTrace trace = new SendTrace();
    private VerbsObserver[] observers = {};
    private long wrId;
    private int flags;

    /**
     * Nothing is posted so far. A program gets it from the QP.
     *
     * @param device the opened device of the QP
     * @param qp the QP
     * @param qpNumber its number
     * @param pd its PD
     * @param queue its send queue
     */
    @SuppressWarnings("exports")
    public SendBuilder(OpenDevice device, VerbsObject qp, int qpNumber, Pd pd, SendQueue queue) {
        this.device = device;
        this.qp = qp;
        this.qpNumber = qpNumber;
        this.pd = new PdIdentity(device.kernel(), pd.handle());
        this.queue = queue;
    }

    /**
     * Begins a batch ({@code ibv_wr_start}): nothing is posted before {@link #complete}. Takes the lock of the send
     * queue.
     *
     * @return this builder
     */
    public SendBuilder start() {
        qp.checkOpen();
        queue.start();
        observers = device.observers();
        return this;
    }

    /**
     * Begins a request with its number and flags.
     *
     * @param newWrId the number that the completion of the request carries
     * @param newFlags bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}
     * @return this builder
     */
    public SendBuilder request(long newWrId, int newFlags) {
        wrId = newWrId;
        flags = newFlags;
        queue.request(newWrId, newFlags);
        return this;
    }

    /**
     * Begins a SEND.
     *
     * @return this builder
     */
    public SendBuilder send() {
        queue.send();
        return added(WrOpcode.SEND);
    }

    /**
     * Begins a SEND with immediate data.
     *
     * @param immediate 32 bits for the receiver's completion
     * @return this builder
     */
    public SendBuilder sendWithImmediate(int immediate) {
        queue.sendWithImmediate(immediate);
        return added(WrOpcode.SEND_WITH_IMM);
    }

    /**
     * {@return a SEND that makes the receiver invalidate one of its own keys}
     *
     * @param rkey the R_Key that the peer invalidates when it takes the message
     */
    public SendBuilder sendWithInvalidate(int rkey) {
        queue.sendWithInvalidate(rkey);
        return added(WrOpcode.SEND_WITH_INV);
    }

    /**
     * Begins an RDMA WRITE. Its data are read here and written at the peer.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress of the first byte under that key
     * @return this builder
     */
    public SendBuilder rdmaWrite(int rkey, long remoteAddress) {
        queue.rdmaWrite(rkey, remoteAddress);
        return added(WrOpcode.RDMA_WRITE, rkey, remoteAddress);
    }

    /**
     * Begins an RDMA WRITE with immediate data, which completes a receive of the peer.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress of the first byte under that key
     * @param immediate 32 bits for the receiver's completion
     * @return this builder
     */
    public SendBuilder rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate) {
        queue.rdmaWriteWithImmediate(rkey, remoteAddress, immediate);
        return added(WrOpcode.RDMA_WRITE_WITH_IMM, rkey, remoteAddress);
    }

    /**
     * Begins an RDMA READ. The peer's bytes arrive in its data.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress of the first byte under that key
     * @return this builder
     */
    public SendBuilder rdmaRead(int rkey, long remoteAddress) {
        queue.rdmaRead(rkey, remoteAddress);
        return added(WrOpcode.RDMA_READ, rkey, remoteAddress);
    }

    /**
     * Replaces 8 bytes of the peer if they equal the expected value. The data are 8 bytes that receive the old value.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress a multiple of 8
     * @param compare the value that is expected
     * @param swap the new value
     * @return this builder
     */
    public SendBuilder atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
        queue.atomicCompareAndSwap(rkey, remoteAddress, compare, swap);
        return added(WrOpcode.ATOMIC_CMP_AND_SWP, rkey, remoteAddress);
    }

    /**
     * Adds to 8 bytes of the peer. The data are 8 bytes that receive the old value.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress a multiple of 8
     * @param add the number to add
     * @return this builder
     */
    public SendBuilder atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
        queue.atomicFetchAndAdd(rkey, remoteAddress, add);
        return added(WrOpcode.ATOMIC_FETCH_AND_ADD, rkey, remoteAddress);
    }

    /**
     * Makes earlier writes to the peer's memory visible or persistent. It has no data.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress of the first byte under that key
     * @param length bytes of the range
     * @param types mask of {@link dev.fenestra.ib.core.vocabulary.PlacementType}
     * @param level number of a {@link dev.fenestra.ib.core.vocabulary.SelectivityLevel}
     * @return this builder
     */
    public SendBuilder flush(int rkey, long remoteAddress, int length, int types, int level) {
        queue.flush(rkey, remoteAddress, length, types, level);
        return added(WrOpcode.FLUSH, rkey, remoteAddress);
    }

    /**
     * Writes 8 bytes of the peer at once: no reader sees a part of them. It has no other data.
     *
     * @param rkey the R_Key of the peer's region or window
     * @param remoteAddress a multiple of 8
     * @param value the bytes, little-endian
     * @return this builder
     */
    public SendBuilder atomicWrite(int rkey, long remoteAddress, long value) {
        queue.atomicWrite(rkey, remoteAddress, value);
        return added(WrOpcode.ATOMIC_WRITE, rkey, remoteAddress);
    }

    /**
     * Binds a type-2 window.
     *
     * @param window a type-2 window of the PD of the QP
     * @param newKey the window's index and a tag of the caller's choice
     * @param region the region that the window is bound to; it needs MW_BIND
     * @param address of the first byte, as work requests name it
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @return this builder
     */
    public SendBuilder bindMw(
            MemoryWindow window, int newKey, MemoryRegion region, long address, long length, int access) {
        queue.bindMw(window.user(), newKey, region.user(), address, length, access);
        added(WrOpcode.BIND_MW);
        if (observers.length != 0) {
            SendList.Entry traced = trace.last();
            traced.mw = window.user();
            traced.mr = region.user();
            traced.newKey = newKey;
            traced.bindAddress = address;
            traced.bindLength = length;
            traced.bindAccess = access;
        }
        return this;
    }

    /**
     * Begins a LOCAL_INV. When it has completed, the type-2 window or fast-register region of this key is free.
     *
     * @param rkey the key to invalidate
     * @return this builder
     */
    public SendBuilder localInvalidate(int rkey) {
        queue.localInvalidate(rkey);
        added(WrOpcode.LOCAL_INV);
        if (observers.length != 0) {
            trace.last().immediateOrKey = rkey;
        }
        return this;
    }

    /**
     * Gives a fast-register region its memory. The region object has the new key, address and rights when the batch is
     * complete.
     *
     * @param what the registration; its wrId and flags are ignored
     * @return this builder
     */
    public SendBuilder registerMr(RegisterMr what) {
        MrRegistration registration = new MrRegistration();
        what.describe(registration);
        queue.registerMr(registration);
        if (registered == null) {
            registered = new ArrayList<>();
        }
        registered.add(what);
        return added(WrOpcode.REG_MR);
    }

    /**
     * Sets the destination of a UD request. Call it between the operation and its data.
     *
     * @param to the path to the peer's port
     * @param qpNumber the QP number, 24 bits
     * @param qkey Q_Key of the peer; with the highest bit set the sender's own is sent
     * @return this builder
     */
    public SendBuilder destination(AddressHandle to, int qpNumber, int qkey) {
        queue.destination(to.of(pd), qpNumber, qkey);
        return this;
    }

    /**
     * Sets the peer's SRQ of an XRC request. Call it between the operation and its data ({@code
     * ibv_wr_set_xrc_srqn}).
     *
     * @param srqNumber the number of the SRQ on the peer, 24 bits
     * @return this builder
     */
    public SendBuilder remoteSrq(int srqNumber) {
        queue.remoteSrq(srqNumber);
        return this;
    }

    /**
     * Adds a piece of a region to the request's data.
     *
     * @param region the region that the bytes lie in
     * @param address of the first byte, as work requests name it
     * @param length bytes, unsigned; mlx5 refuses 2^31 and more (EINVAL)
     * @return this builder
     */
    public SendBuilder sge(MemoryRegion region, long address, int length) {
        return sge(region.lkey(), address, length);
    }

    /**
     * Adds a piece of memory under any L_Key to the request's data.
     *
     * @param lkey the L_Key of the memory
     * @param address of the first byte, as work requests name it
     * @param length bytes, unsigned; mlx5 refuses 2^31 and more (EINVAL)
     * @return this builder
     */
    public SendBuilder sge(int lkey, long address, int length) {
        queue.sge(lkey, address, length);
        if (observers.length != 0) {
            trace.last().data.add(lkey, address, length);
        }
        return this;
    }

    /**
     * Copies memory into the request as its data. The memory need not be registered.
     *
     * @param memory memory of the program
     * @param offset bytes from the beginning
     * @param length bytes
     * @return this builder
     */
    public SendBuilder inline(Memory memory, long offset, int length) {
        queue.inline(memory.at(offset, length), length);
        if (observers.length != 0) {
            SendList.Entry traced = trace.last();
            traced.flags |= SendFlag.INLINE;
            traced.data.add(0, memory.at(offset, length), length);
        }
        return this;
    }

    /**
     * Posts the batch.
     *
     * @return 0, or the errno of the first request that was refused; then none is posted
     */
    public int complete() {
        List<RegisterMr> ours = registered;
        if (ours == null) {
            return finish();
        }
        // Another thread may begin a batch once the queue is released.
        registered = null;
        int errno = finish();
        if (errno == 0) {
            ours.forEach(RegisterMr::posted);
        }
        return errno;
    }

    /** Drops the batch. */
    public void abort() {
        trace.clear();
        registered = null;
        queue.abort();
    }

    private int finish() {
        VerbsObserver[] watching = observers;
        if (watching.length == 0) {
            return queue.complete();
        }
        // The trace is taken before the queue is released. After that another thread may begin a batch.
        SendTrace batch = trace;
        trace = new SendTrace();
        return queue.complete(() -> batch.tell(qpNumber, watching));
    }

    private SendBuilder added(WrOpcode opcode) {
        return added(opcode, 0, 0);
    }

    private SendBuilder added(WrOpcode opcode, int rkey, long remoteAddress) {
        if (observers.length != 0) {
            SendList.Entry traced = trace.add(wrId, opcode, flags);
            traced.rkey = rkey;
            traced.remoteAddress = remoteAddress;
        }
        return this;
    }
}
