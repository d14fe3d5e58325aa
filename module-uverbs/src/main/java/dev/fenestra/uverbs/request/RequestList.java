package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.Pd;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/**
 * Posts work request values to a QP: turns them into the list of primitives that providers take. A program calls the
 * QP.
 */
public final class RequestList {
    private final OpenDevice device;
    private final VerbsObject qp;
    private final int qpNumber;
    private final PdIdentity pd;
    private final SendQueue queue;
    /** It is its own lock. */
    private final SendList list = new SendList();

    /**
     * Nothing is posted so far.
     *
     * @param device the opened device of the QP
     * @param qp the QP
     * @param qpNumber its number
     * @param pd its PD
     * @param queue its send queue
     */
    @SuppressWarnings("exports")
    public RequestList(OpenDevice device, VerbsObject qp, int qpNumber, Pd pd, SendQueue queue) {
        this.device = device;
        this.qp = qp;
        this.qpNumber = qpNumber;
        this.pd = new PdIdentity(device.kernel(), pd.handle());
        this.queue = queue;
    }

    /**
     * Posts requests in order.
     *
     * @param work the requests, in order
     * @throws PostException with the errno and the index of the first request that was refused; those before it are
     *     posted
     */
    public void post(WorkRequest... work) {
        qp.checkOpen();
        int errno;
        int posted;
        Rule broken;
        synchronized (list) {
            list.clear();
            for (WorkRequest request : work) {
                add(request);
            }
            errno = post(device.observers());
            broken = errno == 0 ? null : queue.refusedBy();
            posted = errno == 0 ? work.length : Math.max(0, list.badIndex());
            registered(posted, work);
        }
        if (errno != 0) {
            throw PostException.by(device, qp, errno, broken, posted, work[posted].wrId(), work[posted].toString());
        }
    }

    private void add(WorkRequest request) {
        switch (request) {
            case Send send -> data(entry(send, WrOpcode.SEND), send.data());
            case SendWithImmediate send -> send(send, WrOpcode.SEND_WITH_IMM, send.immediate(), send.data());
            case SendWithInvalidate send -> send(send, WrOpcode.SEND_WITH_INV, send.rkey(), send.data());
            case Datagram datagram -> datagram(datagram);
            case RdmaWrite write -> remote(entry(write, WrOpcode.RDMA_WRITE), write.remote(), write.data());
            case RdmaWriteWithImmediate write -> write(write);
            case RdmaRead read -> remote(entry(read, WrOpcode.RDMA_READ), read.remote(), read.data());
            case AtomicCompareAndSwap atomic -> compareAndSwap(atomic);
            case AtomicFetchAndAdd atomic -> fetchAndAdd(atomic);
            case AtomicWrite write -> atomicWrite(write);
            case Flush flush -> flush(flush);
            case XrcRequest named -> {
                add(named.request());
                list.get(list.size() - 1).remoteSrqNumber = named.srqNumber();
            }
            case BindMw bind -> bind(entry(bind, WrOpcode.BIND_MW), bind);
            case RegisterMr register -> register.describe(entry(register, WrOpcode.REG_MR).registration);
            case LocalInvalidate invalidate -> entry(invalidate, WrOpcode.LOCAL_INV).immediateOrKey = invalidate.rkey();
        }
    }

    private void send(WorkRequest send, WrOpcode opcode, int immediateOrKey, List<MemorySlice> data) {
        SendList.Entry entry = entry(send, opcode);
        entry.immediateOrKey = immediateOrKey;
        data(entry, data);
    }

    private void datagram(Datagram datagram) {
        boolean immediate = datagram.immediate().isPresent();
        SendList.Entry entry = entry(datagram, immediate ? WrOpcode.SEND_WITH_IMM : WrOpcode.SEND);
        entry.immediateOrKey = datagram.immediate().orElse(0);
        entry.ah = datagram.to().of(pd);
        entry.remoteQpNumber = datagram.qpNumber();
        entry.remoteQkey = datagram.qkey();
        data(entry, datagram.data());
    }

    private void write(RdmaWriteWithImmediate write) {
        SendList.Entry entry = entry(write, WrOpcode.RDMA_WRITE_WITH_IMM);
        entry.immediateOrKey = write.immediate();
        remote(entry, write.remote(), write.data());
    }

    private void compareAndSwap(AtomicCompareAndSwap atomic) {
        SendList.Entry entry = entry(atomic, WrOpcode.ATOMIC_CMP_AND_SWP);
        entry.compareAdd = atomic.compare();
        entry.swap = atomic.swap();
        remote(entry, atomic.remote(), List.of(atomic.landing()));
    }

    private void fetchAndAdd(AtomicFetchAndAdd atomic) {
        SendList.Entry entry = entry(atomic, WrOpcode.ATOMIC_FETCH_AND_ADD);
        entry.compareAdd = atomic.add();
        remote(entry, atomic.remote(), List.of(atomic.landing()));
    }

    private void atomicWrite(AtomicWrite write) {
        SendList.Entry entry = entry(write, WrOpcode.ATOMIC_WRITE);
        entry.swap = write.value();
        remote(entry, write.remote(), List.of());
    }

    private void flush(Flush flush) {
        SendList.Entry entry = entry(flush, WrOpcode.FLUSH);
        entry.flushLength = flush.requestLength();
        entry.flushTypes = PlacementType.mask(flush.types());
        entry.flushLevel = flush.level().code();
        remote(entry, flush.range(), List.of());
    }

    /** Posts the list, and reports what is posted to the observers, before the device is told. Returns the errno. */
    private int post(VerbsObserver... observers) {
        return observers.length == 0 ? queue.post(list) : queue.post(list, posted -> report(posted, observers));
    }

    private void report(int posted, VerbsObserver... observers) {
        for (int i = 0; i < posted; i++) {
            for (VerbsObserver observer : observers) {
                observer.posted(qpNumber, list.get(i));
            }
        }
    }

    /** The first requests of the list are posted: updates fast-register regions. */
    private static void registered(int posted, WorkRequest... work) {
        for (int i = 0; i < posted; i++) {
            if (work[i] instanceof RegisterMr register) {
                register.posted();
            }
        }
    }

    private SendList.Entry entry(WorkRequest request, WrOpcode opcode) {
        SendList.Entry entry = list.add(request.wrId(), opcode, request.flags());
        entry.remoteSrqNumber = 0;
        return entry;
    }

    private static void remote(SendList.Entry entry, RemoteBuffer remote, List<MemorySlice> data) {
        entry.remoteAddress = remote.address();
        entry.rkey = remote.rkey();
        data(entry, data);
    }

    private static void bind(SendList.Entry entry, BindMw bind) {
        entry.mw = bind.window().user();
        entry.mr = bind.range().region().user();
        entry.newKey = bind.newKey();
        entry.bindAddress = bind.range().address();
        entry.bindLength = bind.range().length();
        entry.bindAccess = AccessFlag.mask(bind.access().toArray(AccessFlag[]::new));
    }

    /** The processor reads inline data, so it needs the virtual address. */
    private static void data(SendList.Entry entry, List<MemorySlice> pieces) {
        for (MemorySlice piece : pieces) {
            long address = entry.isInline() ? piece.virtualAddress() : piece.address();
            entry.data.add(piece.region().lkey(), address, piece.sgeLength());
        }
    }
}
