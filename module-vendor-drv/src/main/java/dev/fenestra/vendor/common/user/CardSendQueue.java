package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.common.CardRule;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The send queue. Both entry points write requests in the same way; they differ in what a refusal leaves: of a batch
 * nothing is posted, of a list what comes before the culprit.
 */
final class CardSendQueue implements SendQueue {
    private static final int COUNT_MASK = 0xffff;
    private static final ValueLayout.OfLong LE64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final UserVendor vendor;
    private final SendFormat format;
    private final SendPlaces places;
    private final PostRing ring;
    private final QpCapacity capacity;
    private final QpType type;
    private final boolean signalAll;
    private final QueueLock lock;
    private final UserMemory processMemory;
    private final long[] wrIds;
    private final DataPiece piece = new DataPiece();
    private final InlineRun run = new InlineRun();
    private int posted;
    /** Requests written behind those that are posted. */
    private int batch;

    private volatile boolean open;
    private long wrId;
    private int flags;

    /** The request that is being written; null before the first of a batch. */
    private @Nullable RequestOperation operation;

    private MemorySegment memory = MemorySegment.NULL;
    private long base;
    private int pieces;
    private boolean isInline;
    private long dataBytes;

    /** Of the batch or list: what it is refused for. */
    private @Nullable CardRule refusal;

    private volatile @Nullable Rule lastRefusal;

    CardSendQueue(UserVendor vendor, UserMemory memory, UserVendor.QpRings rings, UserQpRequest request) {
        this.vendor = vendor;
        format = vendor.sends(request.type());
        places = Objects.requireNonNullElseGet(rings.places(), vendor::places);
        processMemory = memory;
        ring = rings.sends();
        capacity = rings.capacity();
        type = request.type();
        signalAll = request.signalAll();
        lock = new QueueLock(request.singleThreaded());
        wrIds = new long[ring.names()];
    }

    int oldest() {
        return ring.oldest();
    }

    long completed(int index) {
        ring.completed(index);
        return wrIds[index & wrIds.length - 1];
    }

    void stateChanged(QpState state) {
        if (state == QpState.RESET) {
            posted = 0;
            ring.reset();
        }
        open = state == QpState.RTS || state == QpState.ERR || state == QpState.SQE || state == QpState.SQD;
    }

    void free() {
        ring.free();
    }

    @Override
    public void start() {
        lock.lock();
        begin();
    }

    private void begin() {
        batch = 0;
        refusal = null;
        operation = null;
    }

    @Override
    public void request(long newWrId, int sendFlags) {
        finish();
        wrId = newWrId;
        flags = sendFlags;
    }

    /** Begins the next request, unless the queue is refused it or the batch is already. */
    private @Nullable RequestOperation begin(int opcode) {
        RequestOperation found = format.of(opcode, (flags & SendFlag.SOLICITED) != 0);
        refuse(found == null ? CardRule.OPCODE : roomRule());
        if (refusal != null || found == null) {
            return null;
        }
        int count = posted + batch & COUNT_MASK;
        memory = ring.segment(count);
        base = ring.offset(count);
        ring.clear(count, Math.min(format.structure().bytes(), ring.bytes()));
        format.name(memory, base, found);
        found.word(SendRole.WR_ID).set(memory, base, wrId);
        boolean isSignaled = signalAll || (flags & SendFlag.SIGNALED) != 0;
        found.word(SendRole.SIGNALED).set(memory, base, isSignaled);
        found.word(SendRole.FENCED).set(memory, base, (flags & SendFlag.FENCE) != 0);
        found.word(SendRole.SOLICITED).set(memory, base, (flags & SendFlag.SOLICITED) != 0);
        operation = found;
        pieces = 0;
        isInline = false;
        dataBytes = 0;
        batch++;
        return found;
    }

    /** Says how many data the request has that was begun last. */
    private void finish() {
        if (operation != null) {
            places.finish(memory, base, operation, pieces, isInline, dataBytes);
            int count = posted + batch - 1 & COUNT_MASK;
            ring.written(count, places.slots(memory, base, operation));
            wrIds[ring.name(count) & wrIds.length - 1] = wrId;
            operation = null;
        }
    }

    private @Nullable CardRule roomRule() {
        if (!open) {
            return CardRule.P10;
        }
        return ring.isFull(posted + batch & COUNT_MASK) ? CardRule.P11 : null;
    }

    private void refuse(@Nullable CardRule rule) {
        if (refusal == null) {
            refusal = rule;
        }
    }

    private void set(@Nullable RequestOperation begun, SendRole role, long value) {
        if (begun != null) {
            begun.word(role).set(memory, base, value);
        }
    }

    @Override
    public void send() {
        begin(SendOpcode.SEND);
    }

    @Override
    public void sendWithImmediate(int immediate) {
        set(begin(SendOpcode.SEND_IMM), SendRole.IMMEDIATE, immediate);
    }

    @Override
    public void sendWithInvalidate(int rkey) {
        set(begin(SendOpcode.SEND_INV), SendRole.KEY, rkey);
    }

    @Override
    public void rdmaWrite(int rkey, long remoteAddress) {
        remote(SendOpcode.RDMA_WRITE, rkey, remoteAddress);
    }

    @Override
    public void rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate) {
        set(remote(SendOpcode.RDMA_WRITE_IMM, rkey, remoteAddress), SendRole.IMMEDIATE, immediate);
    }

    @Override
    public void rdmaRead(int rkey, long remoteAddress) {
        remote(SendOpcode.RDMA_READ, rkey, remoteAddress);
    }

    @Override
    public void atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
        RequestOperation begun = remote(SendOpcode.COMPARE_SWAP, rkey, remoteAddress);
        set(begun, SendRole.COMPARE, compare);
        set(begun, SendRole.SWAP, swap);
    }

    @Override
    public void atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
        set(remote(SendOpcode.FETCH_ADD, rkey, remoteAddress), SendRole.ADD, add);
    }

    @Override
    public void flush(int rkey, long remoteAddress, int length, int types, int level) {
        RequestOperation begun = remote(SendOpcode.FLUSH, rkey, remoteAddress);
        set(begun, SendRole.REMOTE_LENGTH, length);
        set(begun, SendRole.FLUSH_TYPES, types);
        set(begun, SendRole.FLUSH_LEVEL, level);
    }

    @Override
    public void atomicWrite(int rkey, long remoteAddress, long value) {
        RequestOperation begun = remote(SendOpcode.ATOMIC_WRITE, rkey, remoteAddress);
        if (begun != null) {
            memory.set(LE64, base + begun.dataAt(), value);
            isInline = true;
            dataBytes = Long.BYTES;
        }
    }

    private @Nullable RequestOperation remote(int opcode, int rkey, long address) {
        RequestOperation begun = begin(opcode);
        set(begun, SendRole.RKEY, rkey);
        set(begun, SendRole.REMOTE_ADDRESS, address);
        return begun;
    }

    @Override
    public void destination(UserAh ah, int remoteQpNumber, int remoteQkey) {
        RequestOperation begun = operation;
        if (begun != null) {
            set(begun, SendRole.REMOTE_QPN, remoteQpNumber);
            set(begun, SendRole.QKEY, remoteQkey);
            vendor.path(memory, base, begun, (CardUserAh) ah);
        }
    }

    @Override
    public void bindMw(UserMw mw, int newKey, UserMr mr, long address, long length, int access) {
        refuse(BindChecks.type2(mw, mr, newKey, access, type));
        refuse(lengthRule(length));
        bind(mw, newKey, mr.lkey(), address, length, access);
        refuse(AccessFlag.ZERO_BASED.in(access) && !hasZeroBased() ? CardRule.OPERATION : null);
    }

    private boolean hasZeroBased() {
        RequestOperation bind = format.of(SendOpcode.BIND_MW, false);
        return bind != null && bind.word(SendRole.BIND_ZERO_BASED).isPresent();
    }

    private @Nullable CardRule lengthRule(long length) {
        return Long.compareUnsigned(length, vendor.longestWindow()) > 0 ? CardRule.P7 : null;
    }

    private boolean bind(UserMw mw, int newKey, int lkey, long address, long length, int access) {
        RequestOperation begun = begin(SendOpcode.BIND_MW);
        set(begun, SendRole.BIND_OLD_KEY, mw.rkey());
        set(begun, SendRole.BIND_NEW_KEY, newKey);
        set(begun, SendRole.BIND_LKEY, lkey);
        set(begun, SendRole.BIND_ADDRESS, address);
        set(begun, SendRole.BIND_LENGTH, length);
        right(begun, SendRole.BIND_READ, AccessFlag.REMOTE_READ, access);
        right(begun, SendRole.BIND_WRITE, AccessFlag.REMOTE_WRITE, access);
        right(begun, SendRole.BIND_ATOMIC, AccessFlag.REMOTE_ATOMIC, access);
        right(begun, SendRole.BIND_FLUSH_GLOBAL, AccessFlag.FLUSH_GLOBAL, access);
        right(begun, SendRole.BIND_FLUSH_PERSISTENT, AccessFlag.FLUSH_PERSISTENT, access);
        right(begun, SendRole.BIND_ZERO_BASED, AccessFlag.ZERO_BASED, access);
        set(begun, SendRole.BIND_BY_ADDRESS, AccessFlag.ZERO_BASED.in(access) ? 0 : 1);
        set(begun, SendRole.BIND_TYPE_1, mw.type() == MwType.TYPE_1 ? 1 : 0);
        set(begun, SendRole.BIND_TYPE_2, mw.type() == MwType.TYPE_2 ? 1 : 0);
        return begun != null;
    }

    private void right(@Nullable RequestOperation begun, SendRole role, AccessFlag flag, int access) {
        set(begun, role, flag.in(access) ? 1 : 0);
    }

    @Override
    public void localInvalidate(int rkey) {
        set(begin(SendOpcode.LOCAL_INV), SendRole.KEY, rkey);
    }

    @Override
    public void sge(int lkey, long address, int length) {
        RequestOperation begun = operation;
        if (refusal != null || begun == null) {
            return;
        }
        int room = Math.min(capacity.maxSendSge(), places.pieceRoom(format, ring.bytes(), begun));
        if (pieces >= room) {
            refuse(CardRule.PIECES);
            return;
        }
        piece.lkey = lkey;
        piece.address = address;
        piece.length = length & 0xffffffffL;
        places.write(format, memory, base, begun, pieces++, piece);
        dataBytes += piece.length;
    }

    /** Copies process memory behind what is inline already. */
    @Override
    public void inline(long address, int length) {
        RequestOperation begun = operation;
        if (refusal != null || begun == null) {
            return;
        }
        if (Integer.compareUnsigned(length, capacity.maxInlineData() - (int) dataBytes) > 0) {
            refuse(CardRule.INLINE);
            return;
        }
        isInline = true;
        int done = 0;
        while (done < length) {
            places.inline(memory, base, ring.bytes(), begun, (int) dataBytes, run);
            int most = Math.min(run.length, length - done);
            int part = (int) processMemory.load(address + done, run.memory, run.offset, most);
            if (part == 0) {
                refuse(CardRule.INLINE);
                return;
            }
            done += part;
            dataBytes += part;
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
            // A request that was begun for the culprit is not handed over.
            operation = refusal == null ? operation : null;
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
            case REG_MR -> refuse(CardRule.OPCODE);
            case ATOMIC_WRITE -> atomicWrite(entry.rkey, entry.remoteAddress, entry.swap);
        }
        UserAh ah = entry.ah;
        if (ah != null) {
            destination(ah, entry.remoteQpNumber, entry.remoteQkey);
        }
        data(entry);
        return refusal == null;
    }

    private void bind(SendList.Entry entry) {
        UserMw mw = entry.mw;
        UserMr mr = entry.mr;
        if (mw == null || mr == null) {
            refuse(CardRule.P8);
        } else {
            bindMw(mw, entry.newKey, mr, entry.bindAddress, entry.bindLength, entry.bindAccess);
        }
    }

    private void data(SendList.Entry entry) {
        SgeList data = entry.data;
        for (int i = 0; i < data.size(); i++) {
            if (entry.isInline()) {
                inline(data.address(i), data.length(i));
            } else {
                sge(data.lkey(i), data.address(i), data.length(i));
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
            refuse(BindChecks.type1(mr, access, type));
            refuse(lengthRule(length));
            int key = MemoryKey.next(mw.rkey());
            if (bind(mw, key, mr == null ? 0 : mr.lkey(), address, length, access)) {
                publish();
                mw.rkey(key);
            }
            return answer();
        } finally {
            lock.unlock();
        }
    }

    private void publish() {
        finish();
        if (batch > 0) {
            posted = posted + batch & COUNT_MASK;
            ring.publish(posted);
        }
    }

    private int answer() {
        CardRule broken = refusal;
        lastRefusal = broken == null ? null : vendor.rules().of(broken);
        return broken == null ? 0 : vendor.rules().of(broken).errno().code();
    }

    @Override
    public @Nullable Rule refusedBy() {
        return lastRefusal;
    }
}
