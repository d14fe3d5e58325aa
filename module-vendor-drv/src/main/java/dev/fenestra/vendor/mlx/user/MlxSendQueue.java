package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.dv.DvSendOp;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The send queue: the requests of the builder, and posts of lists. A batch of the builder lasts from {@link #start} to
 * {@link #complete} or {@link #abort}. It keeps the first refusal. After that it begins nothing more, and
 * {@link #complete} takes the whole batch back.
 */
final class MlxSendQueue implements SendQueue {
    private static final Runnable NOBODY = () -> {};

    private final SendRing ring;
    private final ReentrantLock lock;
    private final SendRegister register;
    private final UmrSegments umr;
    private final RegistrationSegments registrations;
    private final ListPost lists;
    private final Transport transport;
    private final boolean bindsWindows;
    private final boolean hasAtomics;
    private final int maxSge;
    private final int maxInline;
    /** Configures mkeys; null when the QP was created for no such operation. */
    private final @Nullable MkeyBuilder mkeys;

    /** Whether the QP has reached RTS since its last reset. */
    private boolean open;

    private int batch;
    private boolean inline;
    private int savedPosted;
    private int savedFence;
    private boolean inRequest;
    /** Whether a UD request still needs its destination. */
    private boolean lacksPath;

    private int elements;
    private long nextWrId;
    private int nextFlags;
    private @Nullable MlxRule refusal;
    /** The rule that the last refused call broke. */
    private volatile @Nullable MlxRule lastRefusal;

    MlxSendQueue(
            SendRing ring,
            SendRegister register,
            SendOptions options,
            QpSizes sizes,
            ReentrantLock lock,
            Set<DvSendOp> mkeyOperations) {
        this.ring = ring;
        this.register = register;
        transport = options.transport();
        bindsWindows = transport.bindsWindows();
        hasAtomics = options.atomics();
        maxSge = sizes.maxSendSge();
        maxInline = sizes.maxInline();
        this.lock = lock;
        umr = new UmrSegments(ring);
        registrations = new RegistrationSegments(ring, umr);
        lists = new ListPost(ring, umr, registrations, register, options, sizes);
        mkeys = mkeyOperations.isEmpty()
                ? null
                : new MkeyBuilder(this, new MkeySegments(ring, umr), mkeyOperations, sizes);
    }

    /** Accepts posts from RTS on, and none after RESET. Other states change nothing. */
    void stateChanged(QpState state) {
        lock.lock();
        try {
            if (state == QpState.RTS) {
                open = true;
            } else if (state == QpState.RESET) {
                open = false;
                ring.reset();
            }
        } finally {
            lock.unlock();
        }
    }

    SendRing ring() {
        return ring;
    }

    @Nullable
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
    public void destination(UserAh ah, int remoteQpNumber, int remoteQkey) {
        if (inRequest && transport == Transport.UD) {
            ring.datagram((AddressVector) ah, remoteQpNumber, remoteQkey);
            lacksPath = false;
        }
    }

    @Override
    public void remoteSrq(int number) {
        if (inRequest && transport == Transport.XRC) {
            ring.remoteSrq(number);
            lacksPath = false;
        }
    }

    @Override
    public void sge(int lkey, long address, int length) {
        refuse(++elements > maxSge ? MlxRule.POST_SGE : PieceChecks.length(length));
        if (refusal == null) {
            ring.data(lkey, address, length);
        }
    }

    @Override
    public void inline(long address, int length) {
        if (Integer.compareUnsigned(length, maxInline - ring.inlineBytes()) > 0) {
            refuse(MlxRule.POST_INLINE);
        } else if (refusal == null) {
            inline = true;
            refuse(ring.inline(address, length) ? null : MlxRule.POST_ADDRESS);
        }
    }

    @Override
    public int complete() {
        return complete(NOBODY);
    }

    @Override
    public int complete(Runnable posted) {
        endRequest();
        MlxRule refused = refusal;
        if (refused != null) {
            lastRefusal = refused;
            abort();
            return refused.errno().code();
        }
        if (batch > 0) {
            ring.head += batch;
            posted.run();
            register.ring(ring, batch, inline);
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
    public int unfinished() {
        return ring.head - ring.tail;
    }

    @Override
    public @Nullable Rule refusedBy() {
        return lastRefusal;
    }

    private int errno(@Nullable MlxRule refused) {
        if (refused == null) {
            return 0;
        }
        lastRefusal = refused;
        return refused.errno().code();
    }

    private boolean beginMessage(int opcode) {
        boolean begun = begin(opcode, 0);
        if (begun) {
            ring.reserveAddress();
            lacksPath = transport.units() > 0;
        }
        return begun;
    }

    /**
     * Begins a WQE unless the batch is refused. {@code localOpcode} is the opcode of its completion when the CQE has
     * none.
     */
    private boolean begin(int opcode, int localOpcode) {
        if (ring.isFull(batch)) {
            refuse(MlxRule.P11);
        }
        if (refusal != null) {
            return false;
        }
        ring.begin(opcode, nextFlags);
        ring.note(ring.slot(), nextWrId, batch, localOpcode);
        inRequest = true;
        elements = 0;
        return true;
    }

    void refuse(@Nullable MlxRule rule) {
        if (rule != null && refusal == null) {
            refusal = rule;
        }
    }

    /** Also ends a refused request, so that its slot has the same bytes as on mlx5. The batch is taken back later. */
    private void endRequest() {
        if (!inRequest) {
            return;
        }
        if (mkeys != null) {
            mkeys.end();
        }
        if (lacksPath) {
            refuse(MlxRule.POST_PATH);
            lacksPath = false;
        }
        int index = ring.posted;
        ring.end();
        inRequest = false;
        batch++;
        if (refusal == null) {
            ring.written(index, nextWrId);
        }
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

    /** This format has no such operation (vector err-opcode-14). */
    @Override
    public void flush(int rkey, long remoteAddress, int length, int types, int level) {
        refuse(MlxRule.POST_FORMAT);
    }

    /** This format has no such operation. */
    @Override
    public void atomicWrite(int rkey, long remoteAddress, long value) {
        refuse(MlxRule.POST_FORMAT);
    }

    @Override
    public void bindMw(UserMw mw, int newKey, UserMr mr, long address, long length, int access) {
        refuse(MlxBindChecks.type2(bindsWindows, mw, newKey, access));
        if (!begin(WqeOpcode.UMR, WcOpcode.BIND_MW.code())) {
            return;
        }
        if (MlxBindChecks.isTooLong(length)) {
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
        refuse(bindsWindows ? null : MlxRule.POST_OPCODE);
        if (beginUmr(WcOpcode.LOCAL_INV.code(), rkey)) {
            umr.invalidate();
        }
    }

    @Override
    public void registerMr(MrRegistration registration) {
        refuse(RegistrationSegments.check(transport, registration));
        if (beginUmr(WcOpcode.REG_MR.code(), registration.oldKey)) {
            registrations.write(registration);
        }
    }

    @Override
    public int post(SendList list) {
        return post(list, _ -> {});
    }

    @Override
    public int post(SendList list, IntConsumer posted) {
        lock.lock();
        try {
            return errno(lists.post(list, open, posted));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int bindType1(long wrId, int flags, UserMw mw, @Nullable UserMr mr, long address, long length, int access) {
        return bindType1(wrId, flags, mw, mr, address, length, access, NOBODY);
    }

    @Override
    public int bindType1(
            long wrId,
            int flags,
            UserMw mw,
            @Nullable UserMr mr,
            long address,
            long length,
            int access,
            Runnable posted) {
        lock.lock();
        try {
            return errno(lists.bindType1(wrId, flags, mw, mr, address, length, access, open, posted));
        } finally {
            lock.unlock();
        }
    }

    private boolean beginRemote(int opcode, int rkey, long remoteAddress) {
        if (!transport.writesRemoteAddress(opcode)) {
            refuse(MlxRule.POST_OPCODE);
        }
        boolean begun = beginMessage(opcode);
        if (begun) {
            ring.remoteAddress(rkey, remoteAddress);
        }
        return begun;
    }

    private boolean beginAtomic(int opcode, int rkey, long remoteAddress) {
        if (!hasAtomics) {
            refuse(MlxRule.POST_OPCODE);
        }
        return beginRemote(opcode, rkey, remoteAddress);
    }
}
