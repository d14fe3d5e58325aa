package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.Doorbell;
import dev.fenestra.vendor.slate.card.SlateOpcode;
import org.jspecify.annotations.Nullable;

/**
 * The send queue. Both entry points write descriptors in the same way; they differ in what a refusal leaves: of a batch
 * nothing is posted, of a list what comes before the culprit.
 */
final class SlateSendQueue implements SendQueue {
    private static final int COUNT_MASK = 0xffff;

    private final DescriptorWriter writer;
    private final int qpn;
    private final int room;
    private final int always;
    private final QueueLock lock;
    private final MappedPage doorbells;
    private final UserMemory memory;
    private int posted;
    /** Descriptors written behind those that are posted. */
    private int batch;

    /** Written by the thread that polls. */
    private volatile int completed;

    private volatile boolean open;
    private long wrId;
    private int flags;
    /** Of the batch or list: what it is refused for. */
    private @Nullable SlateRule refusal;

    private volatile @Nullable SlateRule lastRefusal;

    SlateSendQueue(
            Ring ring, int qpn, int room, boolean signalAll, QueueLock lock, MappedPage doorbells, UserMemory memory) {
        writer = new DescriptorWriter(ring, room);
        this.qpn = qpn;
        this.room = room;
        always = signalAll ? Descriptor.SIGNALED : 0;
        this.lock = lock;
        this.doorbells = doorbells;
        this.memory = memory;
    }

    void completed(int count) {
        completed = count;
    }

    void stateChanged(QpState state) {
        if (state == QpState.RESET) {
            posted = 0;
            completed = 0;
        }
        open = state == QpState.RTS || state == QpState.ERR;
    }

    @Override
    public void start() {
        lock.lock();
        begin();
    }

    private void begin() {
        batch = 0;
        refusal = null;
    }

    @Override
    public void request(long newWrId, int sendFlags) {
        wrId = newWrId;
        flags = always
                | ((sendFlags & SendFlag.SIGNALED) != 0 ? Descriptor.SIGNALED : 0)
                | ((sendFlags & SendFlag.FENCE) != 0 ? Descriptor.FENCED : 0)
                | ((sendFlags & SendFlag.SOLICITED) != 0 ? Descriptor.SOLICITED : 0);
    }

    /** Begins the next descriptor, unless the queue is refused it or the batch is already. */
    private boolean begin(SlateOpcode opcode) {
        refuse(roomRule());
        if (refusal != null) {
            return false;
        }
        writer.begin(posted + batch, opcode, wrId, flags);
        batch++;
        return true;
    }

    private @Nullable SlateRule roomRule() {
        if (!open) {
            return SlateRule.P10;
        }
        return (posted + batch - completed & COUNT_MASK) >= room ? SlateRule.P11 : null;
    }

    private void refuse(@Nullable SlateRule rule) {
        if (refusal == null) {
            refusal = rule;
        }
    }

    @Override
    public void send() {
        begin(SlateOpcode.SEND);
    }

    @Override
    public void sendWithImmediate(int immediate) {
        if (begin(SlateOpcode.SEND_IMM)) {
            writer.immediate(immediate);
        }
    }

    @Override
    public void sendWithInvalidate(int rkey) {
        if (begin(SlateOpcode.SEND_INV)) {
            writer.immediate(rkey);
        }
    }

    @Override
    public void rdmaWrite(int rkey, long remoteAddress) {
        remote(SlateOpcode.WRITE, rkey, remoteAddress);
    }

    @Override
    public void rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate) {
        if (remote(SlateOpcode.WRITE_IMM, rkey, remoteAddress)) {
            writer.immediate(immediate);
        }
    }

    @Override
    public void rdmaRead(int rkey, long remoteAddress) {
        remote(SlateOpcode.READ, rkey, remoteAddress);
    }

    @Override
    public void atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
        if (remote(SlateOpcode.COMPARE_SWAP, rkey, remoteAddress)) {
            writer.operands(compare, swap);
        }
    }

    @Override
    public void atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
        if (remote(SlateOpcode.FETCH_ADD, rkey, remoteAddress)) {
            writer.operands(0, add);
        }
    }

    @Override
    public void flush(int rkey, long remoteAddress, int length, int types, int level) {
        if (remote(SlateOpcode.FLUSH, rkey, remoteAddress)) {
            writer.flush(length, types, level);
        }
    }

    @Override
    public void atomicWrite(int rkey, long remoteAddress, long value) {
        if (remote(SlateOpcode.ATOMIC_WRITE, rkey, remoteAddress)) {
            writer.value(value);
        }
    }

    private boolean remote(SlateOpcode opcode, int rkey, long address) {
        boolean begun = begin(opcode);
        if (begun) {
            writer.remote(rkey, address);
        }
        return begun;
    }

    @Override
    public void bindMw(UserMw mw, int newKey, UserMr mr, long address, long length, int access) {
        refuse(BindChecks.type2(mw, mr, newKey, length, access));
        if (begin(SlateOpcode.BIND)) {
            writer.bind(mw.rkey(), newKey, mr.lkey(), address, length, access);
        }
    }

    @Override
    public void localInvalidate(int rkey) {
        if (begin(SlateOpcode.INVALIDATE)) {
            writer.immediate(rkey);
        }
    }

    @Override
    public void sge(int lkey, long address, int length) {
        if (refusal == null && !writer.piece(lkey, address, length)) {
            refuse(SlateRule.PIECES);
        }
    }

    @Override
    public void inline(long address, int length) {
        if (refusal == null && !writer.inline(memory, address, length)) {
            refuse(SlateRule.INLINE);
        }
    }

    @Override
    public int complete() {
        try {
            if (refusal == null) {
                publish();
            }
            return answer();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void abort() {
        lock.unlock();
    }

    @Override
    public int post(SendList list) {
        lock.lock();
        try {
            begin();
            int done = 0;
            while (done < list.size() && add(list.get(done))) {
                done++;
            }
            // A descriptor that was begun for the culprit is not handed over.
            batch = done;
            publish();
            list.badIndex(refusal == null ? -1 : done);
            return answer();
        } finally {
            lock.unlock();
        }
    }

    private boolean add(SendList.Entry entry) {
        request(entry.wrId, entry.flags);
        switch (entry.opcode) {
            case SEND -> send();
            case SEND_WITH_IMM -> sendWithImmediate(entry.immediateOrKey);
            case SEND_WITH_INV -> sendWithInvalidate(entry.immediateOrKey);
            case RDMA_WRITE -> rdmaWrite(entry.rkey, entry.remoteAddress);
            case RDMA_WRITE_WITH_IMM -> rdmaWriteWithImmediate(entry.rkey, entry.remoteAddress, entry.immediateOrKey);
            case RDMA_READ -> rdmaRead(entry.rkey, entry.remoteAddress);
            case ATOMIC_CMP_AND_SWP ->
                atomicCompareAndSwap(entry.rkey, entry.remoteAddress, entry.compareAdd, entry.swap);
            case ATOMIC_FETCH_AND_ADD -> atomicFetchAndAdd(entry.rkey, entry.remoteAddress, entry.compareAdd);
            case LOCAL_INV -> localInvalidate(entry.immediateOrKey);
            case BIND_MW -> bind(entry);
            case FLUSH -> flush(entry.rkey, entry.remoteAddress, entry.flushLength, entry.flushTypes, entry.flushLevel);
            case REG_MR -> refuse(SlateRule.CARD);
            case ATOMIC_WRITE -> atomicWrite(entry.rkey, entry.remoteAddress, entry.swap);
        }
        data(entry);
        return refusal == null;
    }

    private void bind(SendList.Entry entry) {
        UserMw mw = entry.mw;
        UserMr mr = entry.mr;
        if (mw == null || mr == null) {
            refuse(SlateRule.P8);
        } else {
            bindMw(mw, entry.newKey, mr, entry.bindAddress, entry.bindLength, entry.bindAccess);
        }
    }

    private void data(SendList.Entry entry) {
        SgeList pieces = entry.data;
        for (int i = 0; i < pieces.size(); i++) {
            if (entry.isInline()) {
                inline(pieces.address(i), pieces.length(i));
            } else {
                sge(pieces.lkey(i), pieces.address(i), pieces.length(i));
            }
        }
    }

    @Override
    public int bindType1(
            long newWrId, int sendFlags, UserMw mw, @Nullable UserMr mr, long address, long length, int access) {
        lock.lock();
        try {
            begin();
            request(newWrId, sendFlags);
            refuse(BindChecks.type1(mr, length, access));
            if (begin(SlateOpcode.BIND)) {
                int key = MemoryKey.next(mw.rkey());
                writer.bind(mw.rkey(), key, mr == null ? 0 : mr.lkey(), address, length, access);
                publish();
                mw.rkey(key);
            }
            return answer();
        } finally {
            lock.unlock();
        }
    }

    private void publish() {
        if (batch > 0) {
            posted = posted + batch & COUNT_MASK;
            doorbells.write64(Doorbell.SEND.offset(), Doorbell.value(qpn, posted));
        }
    }

    private int answer() {
        lastRefusal = refusal;
        SlateRule rule = refusal;
        return rule == null ? 0 : rule.errno().code();
    }

    @Override
    public @Nullable Rule refusedBy() {
        return lastRefusal;
    }
}
