package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.manual.DoorbellRecord;
import dev.fenestra.hw.sim.manual.UarPage;
import dev.fenestra.hw.sim.manual.WqeOpcode;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The send queue: bookkeeping around the ring. Heads and tails count requests, the ring counts blocks.
 *
 * <p>In a batch of the builder the first refusal is kept; from then on nothing is written, and {@link #complete} takes everything back.
 */
final class MlxSendQueue implements SendQueue {
    private static final long LONGEST_WINDOW = 1L << 31;
    private static final int WINDOW_FLAGS = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.ZERO_BASED);

    private final SendRing ring;
    private final QpSizes sizes;
    private final QueueLock lock;
    private final DoorbellRecords.Record record;
    private final MappedPage doorbells;
    private final UserMemory memory;
    private final Supplier<@Nullable DriverObserver> observer;
    private final int qpn;
    private final long[] wrIds;
    private final int[] heads;
    private final int[] localOpcodes;
    private int head;
    private volatile int tail;
    private boolean open;
    private int register = UarPage.SEND_DOORBELL;

    private int batch;
    private int savedPosted;
    private int savedFence;
    private boolean inRequest;
    private int elements;
    private long nextWrId;
    private int nextFlags;
    private @Nullable MlxRule refusal;

    MlxSendQueue(
            SendRing ring,
            QpSizes sizes,
            int qpn,
            QueueLock lock,
            DoorbellRecords.Record record,
            MlxUserContext context) {
        this.ring = ring;
        this.sizes = sizes;
        this.qpn = qpn;
        this.lock = lock;
        this.record = record;
        doorbells = context.doorbells();
        memory = context.memory();
        observer = context.observer();
        wrIds = new long[ring.blocks()];
        heads = new int[ring.blocks()];
        localOpcodes = new int[ring.blocks()];
    }

    /** Opens at RTS, closes at RESET; other states change nothing. */
    void stateChanged(QpState state) {
        lock.lock();
        try {
            if (state == QpState.RTS) {
                open = true;
            } else if (state == QpState.RESET) {
                open = false;
                head = 0;
                tail = 0;
                ring.reset();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void start() {
        lock.lock();
        batch = 0;
        savedPosted = ring.posted;
        savedFence = ring.nextFence;
        inRequest = false;
        refusal = open ? null : MlxRule.P10;
    }

    @Override
    public void request(long wrId, int flags) {
        endRequest();
        nextWrId = wrId;
        nextFlags = flags;
    }

    @Override
    public void send() {
        begin(WqeOpcode.SEND, 0);
    }

    @Override
    public void sendWithImmediate(int immediate) {
        if (begin(WqeOpcode.SEND_IMM, 0)) {
            ring.immediate(immediate);
        }
    }

    @Override
    public void sendWithInvalidate(int rkey) {
        if (begin(WqeOpcode.SEND_INVAL, 0)) {
            ring.immediate(rkey);
        }
    }

    @Override
    public void rdmaWrite(int rkey, long remoteAddress) {
        if (begin(WqeOpcode.RDMA_WRITE, 0)) {
            ring.remoteAddress(rkey, remoteAddress);
        }
    }

    @Override
    public void rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate) {
        if (begin(WqeOpcode.RDMA_WRITE_IMM, 0)) {
            ring.immediate(immediate);
            ring.remoteAddress(rkey, remoteAddress);
        }
    }

    @Override
    public void rdmaRead(int rkey, long remoteAddress) {
        if (begin(WqeOpcode.RDMA_READ, 0)) {
            ring.remoteAddress(rkey, remoteAddress);
        }
    }

    @Override
    public void bindMw(UserMw mw, int newKey, UserMr mr, long address, long length, int access) {
        refuse(mw.type() != MwType.TYPE_2 ? MlxRule.P8 : null);
        refuse(MemoryKey.index(newKey) != MemoryKey.index(mw.rkey()) ? MlxRule.B13 : null);
        bind(mw, newKey, mr, address, length, access);
    }

    @Override
    public void localInvalidate(int rkey) {
        if (begin(WqeOpcode.UMR, WcOpcode.LOCAL_INV.code())) {
            ring.immediate(rkey);
            ring.invalidate();
        }
    }

    @Override
    public void sge(int lkey, long address, int length) {
        if (++elements > sizes.maxSendSge()) {
            refuse(MlxRule.POST_SGE);
        } else if (refusal == null) {
            ring.data(lkey, address, length);
        }
    }

    @Override
    public void inline(long address, int length) {
        if (length > sizes.maxInline() - ring.inlineBytes()) {
            refuse(MlxRule.POST_INLINE);
        } else if (refusal == null && !ring.inline(memory, address, length)) {
            refuse(MlxRule.POST_ADDRESS);
        }
    }

    @Override
    public int complete() {
        endRequest();
        MlxRule refused = refusal;
        if (refused != null) {
            abort();
            return refused.errno().code();
        }
        ring();
        lock.unlock();
        return 0;
    }

    @Override
    public void abort() {
        ring.posted = savedPosted;
        ring.nextFence = savedFence;
        inRequest = false;
        lock.unlock();
    }

    @Override
    public int post(SendList list) {
        start();
        refusal = open ? null : MlxRule.P10_LIST;
        int bad = -1;
        for (int i = 0; i < list.size() && bad < 0; i++) {
            write(list.get(i));
            if (refusal == null) {
                savedPosted = ring.posted;
                savedFence = ring.nextFence;
            } else {
                bad = i;
            }
        }
        list.badIndex(bad);
        MlxRule refused = refusal;
        ring.posted = savedPosted;
        inRequest = false;
        ring();
        lock.unlock();
        return refused == null ? 0 : refused.errno().code();
    }

    private void write(SendList.Entry entry) {
        request(entry.wrId, entry.flags);
        switch (entry.opcode) {
            case SEND -> send();
            case SEND_WITH_IMM -> sendWithImmediate(entry.immediateOrKey);
            case SEND_WITH_INV -> sendWithInvalidate(entry.immediateOrKey);
            case RDMA_WRITE -> rdmaWrite(entry.rkey, entry.remoteAddress);
            case RDMA_WRITE_WITH_IMM -> rdmaWriteWithImmediate(entry.rkey, entry.remoteAddress, entry.immediateOrKey);
            case RDMA_READ -> rdmaRead(entry.rkey, entry.remoteAddress);
            case LOCAL_INV -> localInvalidate(entry.immediateOrKey);
            case BIND_MW -> writeBind(entry);
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> refuse(MlxRule.POST_OPCODE);
        }
        if (entry.opcode.carriesData()) {
            writeData(entry);
        }
        endRequest();
    }

    private void writeBind(SendList.Entry entry) {
        UserMw mw = entry.mw;
        UserMr mr = entry.mr;
        if (mw == null || mr == null) {
            refuse(MlxRule.P8);
        } else {
            bindMw(mw, entry.newKey, mr, entry.bindAddress, entry.bindLength, entry.bindAccess);
        }
    }

    private void writeData(SendList.Entry entry) {
        boolean inline = entry.isInline();
        for (int i = 0; i < entry.data.size(); i++) {
            if (inline) {
                inline(entry.data.address(i), entry.data.length(i));
            } else {
                sge(entry.data.lkey(i), entry.data.address(i), entry.data.length(i));
            }
        }
    }

    @Override
    public int bindType1(long wrId, int flags, UserMw mw, @Nullable UserMr mr, long address, long length, int access) {
        start();
        refusal = open ? null : MlxRule.P10_LIST;
        refuse(AccessFlag.ZERO_BASED.in(access) ? MlxRule.P4 : null);
        int newKey = MemoryKey.next(mw.rkey());
        request(wrId, flags);
        bind(mw, newKey, mr, address, length, access);
        int errno = complete();
        if (errno == 0) {
            mw.rkey(newKey);
        }
        return errno;
    }

    private void bind(UserMw mw, int newKey, @Nullable UserMr mr, long address, long length, int access) {
        refuse(mr != null && AccessFlag.ZERO_BASED.in(mr.access()) ? MlxRule.P6 : null);
        refuse(Long.compareUnsigned(length, LONGEST_WINDOW) > 0 ? MlxRule.P7 : null);
        refuse((access & ~WINDOW_FLAGS) != 0 ? MlxRule.B2 : null);
        if (!begin(WqeOpcode.UMR, WcOpcode.BIND_MW.code())) {
            return;
        }
        boolean type2 = mw.type() == MwType.TYPE_2;
        ring.immediate(mw.rkey());
        if (mr == null || length == 0) {
            ring.bindNothing(type2, newKey);
        } else {
            ring.bind(type2, newKey, mr.lkey(), address, length, access);
        }
    }

    /** Begins a WQE unless the batch is refused; {@code localOpcode} is what its completion will say when the CQE cannot. */
    private boolean begin(int opcode, int localOpcode) {
        refuse(head - tail + batch >= sizes.maxPost() ? MlxRule.P11 : null);
        if (refusal != null) {
            return false;
        }
        ring.begin(opcode, nextFlags);
        int slot = ring.slot();
        wrIds[slot] = nextWrId;
        heads[slot] = head + batch;
        localOpcodes[slot] = localOpcode;
        inRequest = true;
        elements = 0;
        return true;
    }

    private void refuse(@Nullable MlxRule rule) {
        if (refusal == null) {
            refusal = rule;
        }
    }

    private void endRequest() {
        if (!inRequest || refusal != null) {
            return;
        }
        int index = ring.posted;
        ring.end();
        inRequest = false;
        batch++;
        DriverObserver watching = observer.get();
        if (watching != null) {
            watching.wqeWritten(qpn, index & 0xffff, ring.opcode(), ring.units());
        }
    }

    /** Publishes the batch: the record first, then the register, whose two halves are used in turn. */
    private void ring() {
        if (batch == 0) {
            return;
        }
        head += batch;
        record.publish(DoorbellRecord.SEND, ring.posted & 0xffff);
        doorbells.write64(register, ring.doorbell());
        register ^= UarPage.HALF_BYTES;
        DriverObserver watching = observer.get();
        if (watching != null) {
            watching.doorbell(qpn, ring.posted & 0xffff);
        }
    }

    long wrId(int counter) {
        return wrIds[counter & wrIds.length - 1];
    }

    /** What a completed UMR was: a bind or an invalidate. */
    int localOpcode(int counter) {
        return localOpcodes[counter & localOpcodes.length - 1];
    }

    /** The request at this block has completed, and with it all before it. */
    void completed(int counter) {
        tail = heads[counter & heads.length - 1] + 1;
    }
}
