package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.prm.WqeOpcode;
import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.dv.DvSendOp;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The send queue: the requests of the builder, and posts of lists. */
final class MlxSendQueue extends SendBatch {
    private final UmrSegments umr;
    private final RegistrationSegments registrations;
    private final ListPost lists;
    /** Configures mkeys; null when the QP was created for no such operation. */
    private final @Nullable MkeyBuilder mkeys;

    MlxSendQueue(
            SendRing ring,
            SendRegister register,
            SendOptions options,
            QpSizes sizes,
            QueueLock lock,
            SendWatch watch,
            Set<DvSendOp> mkeyOperations) {
        super(ring, register, options, sizes, lock, watch);
        umr = new UmrSegments(ring);
        registrations = new RegistrationSegments(ring, umr);
        lists = new ListPost(ring, umr, registrations, register, options, sizes, watch);
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

    @Override
    void requestEnds() {
        if (mkeys != null) {
            mkeys.end();
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
}
