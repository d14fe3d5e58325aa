package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.prm.WqeOpcode;
import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.dv.DvSendOp;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The send queue: the builder, and the way in for lists. In a batch of the builder the first refusal is kept; from then
 * on nothing is begun, and {@link #complete} takes everything back.
 */
final class MlxSendQueue implements SendQueue {
    private final SendRing ring;
    private final UmrSegments umr;
    private final SendSlots slots;
    private final SendRegister register;
    private final SendOptions options;
    private final QpSizes sizes;
    private final QueueLock lock;
    private final UserMemory memory;
    private final SendWatch watch;
    private final RegistrationSegments registrations;
    private final ListPost lists;
    private final MkeyBuilder mkeys;
    private boolean open;

    private int batch;
    private boolean inline;
    private int savedPosted;
    private int savedFence;
    private boolean inRequest;
    /** UD: the request has not said yet where it goes. */
    private boolean lacksPath;

    private int elements;
    private long nextWrId;
    private int nextFlags;
    private @Nullable MlxRule refusal;
    /** Of the last call that was refused. */
    private volatile @Nullable MlxRule lastRefusal;

    MlxSendQueue(
            SendRing ring,
            SendRegister register,
            SendOptions options,
            QpSizes sizes,
            QueueLock lock,
            UserMemory memory,
            SendWatch watch,
            Set<DvSendOp> mkeyOperations) {
        this.ring = ring;
        this.register = register;
        this.options = options;
        this.sizes = sizes;
        this.lock = lock;
        this.memory = memory;
        this.watch = watch;
        umr = new UmrSegments(ring);
        slots = new SendSlots(sizes);
        registrations = new RegistrationSegments(ring, umr);
        lists = new ListPost(ring, umr, registrations, slots, register, options, sizes, memory, watch);
        mkeys = new MkeyBuilder(this, new MkeySegments(ring, umr), mkeyOperations, sizes);
    }

    /** Opens at RTS, closes at RESET; other states change nothing. */
    void stateChanged(QpState state) {
        lock.lock();
        try {
            if (state == QpState.RTS) {
                open = true;
            } else if (state == QpState.RESET) {
                open = false;
                slots.reset();
                ring.reset();
            }
        } finally {
            lock.unlock();
        }
    }

    SendSlots slots() {
        return slots;
    }

    SendRing ring() {
        return ring;
    }

    MkeyBuilder mkeys() {
        return mkeys;
    }

    /** Flags of the request that is about to begin. */
    int flags() {
        return nextFlags;
    }

    boolean isRefused() {
        return refusal != null;
    }

    /** Begins a UMR about a key, unless the batch is refused. */
    boolean beginUmr(int localOpcode, int key) {
        if (!begin(WqeOpcode.UMR, localOpcode)) {
            return false;
        }
        ring.nextFence = UmrSegments.TAIL_FENCE;
        ring.immediate(key);
        return true;
    }

    @Override
    public void start() {
        lock.lock();
        batch = 0;
        inline = false;
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
        beginMessage(WqeOpcode.SEND);
    }

    @Override
    public void sendWithImmediate(int immediate) {
        if (beginMessage(WqeOpcode.SEND_IMM)) {
            ring.immediate(immediate);
        }
    }

    @Override
    public void sendWithInvalidate(int rkey) {
        if (beginMessage(WqeOpcode.SEND_INVAL)) {
            ring.immediate(rkey);
        }
    }

    @Override
    public void rdmaWrite(int rkey, long remoteAddress) {
        beginRemote(WqeOpcode.RDMA_WRITE, rkey, remoteAddress);
    }

    @Override
    public void rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate) {
        if (beginRemote(WqeOpcode.RDMA_WRITE_IMM, rkey, remoteAddress)) {
            ring.immediate(immediate);
        }
    }

    @Override
    public void rdmaRead(int rkey, long remoteAddress) {
        beginRemote(WqeOpcode.RDMA_READ, rkey, remoteAddress);
    }

    @Override
    public void atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
        if (beginAtomic(WqeOpcode.ATOMIC_CS, rkey, remoteAddress)) {
            ring.compareAndSwap(compare, swap);
        }
    }

    @Override
    public void atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
        if (beginAtomic(WqeOpcode.ATOMIC_FA, rkey, remoteAddress)) {
            ring.fetchAndAdd(add);
        }
    }

    /** Not of this format (vector err-opcode-14). */
    @Override
    public void flush(int rkey, long remoteAddress, int length, int types, int level) {
        refuse(MlxRule.POST_FORMAT);
    }

    /** Not of this format. */
    @Override
    public void atomicWrite(int rkey, long remoteAddress, long value) {
        refuse(MlxRule.POST_FORMAT);
    }

    @Override
    public void destination(UserAh ah, int remoteQpNumber, int remoteQkey) {
        if (inRequest && options.transport() == Transport.UD) {
            ring.datagram((AddressVector) ah, remoteQpNumber, remoteQkey);
            lacksPath = false;
        }
    }

    @Override
    public void remoteSrq(int number) {
        if (inRequest && options.transport() == Transport.XRC) {
            ring.remoteSrq(number);
            lacksPath = false;
        }
    }

    @Override
    public void bindMw(UserMw mw, int newKey, UserMr mr, long address, long length, int access) {
        refuse(BindChecks.type2(options.transport(), mw, newKey, access));
        if (!begin(WqeOpcode.UMR, WcOpcode.BIND_MW.code())) {
            return;
        }
        if (BindChecks.isTooLong(length)) {
            refuse(MlxRule.P7);
            return;
        }
        ring.nextFence = UmrSegments.TAIL_FENCE;
        ring.immediate(mw.rkey());
        if (length == 0) {
            umr.bindNothing(true, newKey);
        } else {
            umr.bind(true, newKey, mr.lkey(), address, length, access);
        }
    }

    @Override
    public void localInvalidate(int rkey) {
        refuse(options.transport().bindsWindows() ? null : MlxRule.POST_OPCODE);
        if (beginUmr(WcOpcode.LOCAL_INV.code(), rkey)) {
            umr.invalidate();
        }
    }

    @Override
    public void registerMr(MrRegistration registration) {
        refuse(RegistrationSegments.check(options.transport(), registration));
        if (beginUmr(WcOpcode.REG_MR.code(), registration.oldKey)) {
            registrations.write(registration);
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
        if (Integer.compareUnsigned(length, sizes.maxInline() - ring.inlineBytes()) > 0) {
            refuse(MlxRule.POST_INLINE);
        } else if (refusal == null) {
            inline = true;
            refuse(ring.inline(memory, address, length) ? null : MlxRule.POST_ADDRESS);
        }
    }

    @Override
    public int complete() {
        endRequest();
        MlxRule refused = refusal;
        if (refused != null) {
            lastRefusal = refused;
            abort();
            return refused.errno().code();
        }
        if (batch > 0) {
            slots.head += batch;
            register.ring(ring, batch, inline);
            watch.rung(ring);
        }
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
        lock.lock();
        try {
            return errno(lists.post(list, open));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int bindType1(long wrId, int flags, UserMw mw, @Nullable UserMr mr, long address, long length, int access) {
        lock.lock();
        try {
            return errno(lists.bindType1(wrId, flags, mw, mr, address, length, access, open));
        } finally {
            lock.unlock();
        }
    }

    private int errno(@Nullable MlxRule refused) {
        if (refused == null) {
            return 0;
        }
        lastRefusal = refused;
        return refused.errno().code();
    }

    @Override
    public @Nullable Rule refusedBy() {
        return lastRefusal;
    }

    private boolean beginMessage(int opcode) {
        boolean begun = begin(opcode, 0);
        if (begun) {
            ring.reserveAddress();
            lacksPath = options.transport().units() > 0;
        }
        return begun;
    }

    private boolean beginRemote(int opcode, int rkey, long remoteAddress) {
        if (!options.transport().writesRemoteAddress(opcode)) {
            refuse(MlxRule.POST_OPCODE);
        }
        boolean begun = beginMessage(opcode);
        if (begun) {
            ring.remoteAddress(rkey, remoteAddress);
        }
        return begun;
    }

    private boolean beginAtomic(int opcode, int rkey, long remoteAddress) {
        if (!options.atomics()) {
            refuse(MlxRule.POST_OPCODE);
        }
        return beginRemote(opcode, rkey, remoteAddress);
    }

    /**
     * Begins a WQE unless the batch is refused; {@code localOpcode} is what its completion will say when the CQE
     * cannot.
     */
    private boolean begin(int opcode, int localOpcode) {
        if (slots.isFull(batch)) {
            refuse(MlxRule.P11);
        }
        if (refusal != null) {
            return false;
        }
        ring.begin(opcode, nextFlags);
        slots.note(ring.slot(), nextWrId, batch, localOpcode);
        inRequest = true;
        elements = 0;
        return true;
    }

    void refuse(@Nullable MlxRule rule) {
        if (refusal == null) {
            refusal = rule;
        }
    }

    /** A refused request is ended too, so that its slot holds what it holds on mlx5; it will be taken back. */
    private void endRequest() {
        if (!inRequest) {
            return;
        }
        mkeys.end();
        if (lacksPath) {
            refuse(MlxRule.POST_PATH);
            lacksPath = false;
        }
        int index = ring.posted;
        ring.end();
        inRequest = false;
        batch++;
        if (refusal == null) {
            watch.written(ring, index, nextWrId);
        }
    }
}
