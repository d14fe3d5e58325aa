package acme.rdma;

import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The send queue: the process writes requests into slots and publishes them, the card executes them in order. In a
 * batch the first refusal is kept, and nothing of the batch is published.
 */
final class SendRing implements SendQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Work[] slots;
    /** Where the requests of a refused batch are written. */
    private final Work scrap = new Work();

    private final int maxSge;
    private final UserMemory memory;
    private volatile long posted;
    private volatile long done;
    private volatile @Nullable AcmeRule refusedBy;
    private boolean open;

    private long next;
    private @Nullable AcmeRule refusal;
    private long wrId;
    private int flags;

    SendRing(QpCapacity capacity, UserMemory memory) {
        slots = new Work[Math.max(1, capacity.maxSendWr())];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Work();
        }
        maxSge = capacity.maxSendSge();
        this.memory = memory;
    }

    /** Requests may be posted from RTS on. */
    void open(boolean isOpen) {
        lock.lock();
        open = isOpen;
        lock.unlock();
    }

    /** The oldest request, which stays until it is removed; null when none is posted. */
    @Nullable
    Work peek() {
        return done == posted ? null : at(done);
    }

    void remove() {
        done = done + 1;
    }

    void forget() {
        done = posted;
    }

    @Override
    public void start() {
        lock.lock();
        next = posted;
        refusal = open ? null : AcmeRule.P10;
    }

    @Override
    public void request(long newWrId, int newFlags) {
        wrId = newWrId;
        flags = newFlags;
    }

    @Override
    public void send() {
        begin(WrOpcode.SEND);
    }

    @Override
    public void sendWithImmediate(int immediate) {
        begin(WrOpcode.SEND_WITH_IMM).immediateOrKey = immediate;
    }

    @Override
    public void sendWithInvalidate(int rkey) {
        begin(WrOpcode.SEND_WITH_INV).immediateOrKey = rkey;
    }

    @Override
    public void rdmaWrite(int rkey, long remoteAddress) {
        beginRemote(WrOpcode.RDMA_WRITE, rkey, remoteAddress);
    }

    @Override
    public void rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate) {
        beginRemote(WrOpcode.RDMA_WRITE_WITH_IMM, rkey, remoteAddress).immediateOrKey = immediate;
    }

    @Override
    public void rdmaRead(int rkey, long remoteAddress) {
        beginRemote(WrOpcode.RDMA_READ, rkey, remoteAddress);
    }

    @Override
    public void atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
        refuse(AcmeRule.POST_OPCODE);
    }

    @Override
    public void atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
        refuse(AcmeRule.POST_OPCODE);
    }

    @Override
    public void bindMw(UserMw mw, int newKey, UserMr mr, long address, long length, int access) {
        refuse(PostRules.type2(mw, newKey, length, access));
        beginBind(mw, newKey, mr, address, length, access);
    }

    @Override
    public void localInvalidate(int rkey) {
        begin(WrOpcode.LOCAL_INV).immediateOrKey = rkey;
    }

    @Override
    public void sge(int lkey, long address, int length) {
        Work work = current();
        if (work.data.size() == maxSge) {
            refuse(AcmeRule.POST_SGE);
        } else {
            work.data.add(lkey, address, length);
        }
    }

    @Override
    public void inline(long address, int length) {
        Work work = current();
        boolean fits = length >= 0 && length <= Work.MAX_INLINE - work.inlineBytes;
        for (int copied = 0; fits && copied < length; ) {
            MemorySegment target = MemorySegment.ofArray(work.inline);
            int part = (int) memory.load(address + copied, target, work.inlineBytes + copied, length - copied);
            fits = part > 0;
            copied += part;
        }
        refuse(fits ? null : AcmeRule.POST_INLINE);
        work.inlineBytes += fits ? length : 0;
    }

    @Override
    public int complete() {
        AcmeRule rule = refusal;
        if (rule == null) {
            posted = next;
        } else {
            refusedBy = rule;
        }
        lock.unlock();
        return rule == null ? 0 : rule.errno().code();
    }

    @Override
    public void abort() {
        lock.unlock();
    }

    @Override
    public int post(SendList list) {
        for (int i = 0; i < list.size(); i++) {
            int errno = post(list.get(i));
            if (errno != 0) {
                list.badIndex(i);
                return errno;
            }
        }
        list.badIndex(-1);
        return 0;
    }

    private int post(SendList.Entry entry) {
        start();
        request(entry.wrId, entry.flags);
        switch (entry.opcode) {
            case SEND -> send();
            case SEND_WITH_IMM -> sendWithImmediate(entry.immediateOrKey);
            case SEND_WITH_INV -> sendWithInvalidate(entry.immediateOrKey);
            case RDMA_WRITE -> rdmaWrite(entry.rkey, entry.remoteAddress);
            case RDMA_WRITE_WITH_IMM -> rdmaWriteWithImmediate(entry.rkey, entry.remoteAddress, entry.immediateOrKey);
            case RDMA_READ -> rdmaRead(entry.rkey, entry.remoteAddress);
            case LOCAL_INV -> localInvalidate(entry.immediateOrKey);
            case BIND_MW -> bind(entry);
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD, FLUSH, ATOMIC_WRITE, REG_MR -> refuse(AcmeRule.POST_OPCODE);
        }
        for (int i = 0; i < entry.data.size(); i++) {
            if (entry.isInline()) {
                inline(entry.data.address(i), entry.data.length(i));
            } else {
                sge(entry.data.lkey(i), entry.data.address(i), entry.data.length(i));
            }
        }
        return complete();
    }

    private void bind(SendList.Entry entry) {
        if (entry.mw == null || entry.mr == null) {
            refuse(AcmeRule.P8);
        } else {
            bindMw(entry.mw, entry.newKey, entry.mr, entry.bindAddress, entry.bindLength, entry.bindAccess);
        }
    }

    @Override
    public int bindType1(
            long newWrId, int newFlags, UserMw mw, @Nullable UserMr mr, long address, long length, int access) {
        start();
        request(newWrId, newFlags);
        refuse(PostRules.type1(mr, length, access));
        int newKey = MemoryKey.next(mw.rkey());
        beginBind(mw, newKey, mr, address, mr == null ? 0 : length, access);
        int errno = complete();
        if (errno == 0) {
            mw.rkey(newKey);
        }
        return errno;
    }

    @Override
    public @Nullable Rule refusedBy() {
        return refusedBy;
    }

    private void beginBind(UserMw mw, int newKey, @Nullable UserMr mr, long address, long length, int access) {
        Work work = begin(WrOpcode.BIND_MW);
        work.oldKey = mw.rkey();
        work.newKey = newKey;
        work.bindLkey = mr == null ? 0 : mr.lkey();
        work.bindAddress = address;
        work.bindLength = length;
        work.bindAccess = access;
    }

    private Work beginRemote(WrOpcode opcode, int rkey, long remoteAddress) {
        Work work = begin(opcode);
        work.rkey = rkey;
        work.remoteAddress = remoteAddress;
        return work;
    }

    private Work begin(WrOpcode opcode) {
        if (refusal == null && next - done == slots.length) {
            refuse(AcmeRule.P11);
        }
        if (refusal == null) {
            next++;
        }
        Work work = current();
        work.begin(wrId, opcode, flags);
        return work;
    }

    private Work current() {
        return refusal == null ? at(next - 1) : scrap;
    }

    private void refuse(@Nullable AcmeRule rule) {
        if (refusal == null) {
            refusal = rule;
        }
    }

    private Work at(long position) {
        return slots[(int) (position % slots.length)];
    }
}
