package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.prm.WqeOpcode;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import org.jspecify.annotations.Nullable;

/**
 * A batch of the send queue's builder, from {@link #start} to {@link #complete} or {@link #abort}. It keeps the first
 * refusal. After that it begins nothing more, and {@link #complete} takes the whole batch back.
 */
abstract class SendBatch implements SendQueue {
    static final Runnable NOBODY = () -> {};

    final SendRing ring;
    final SendOptions options;
    final QueueLock lock;
    private final SendRegister register;
    private final QpSizes sizes;
    private final SendWatch watch;

    /** Whether the QP has reached RTS since its last reset. */
    boolean open;

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

    SendBatch(
            SendRing ring, SendRegister register, SendOptions options, QpSizes sizes, QueueLock lock, SendWatch watch) {
        this.ring = ring;
        this.register = register;
        this.options = options;
        this.sizes = sizes;
        this.lock = lock;
        this.watch = watch;
    }

    /** Flags of the request that is about to begin. */
    final int flags() {
        return nextFlags;
    }

    final boolean isRefused() {
        return refusal != null;
    }

    /** Begins a UMR about a key, unless the batch is refused. */
    final boolean beginUmr(int localOpcode, int key) {
        if (!begin(WqeOpcode.UMR, localOpcode)) {
            return false;
        }
        ring.nextFence = UmrSegments.TAIL_FENCE;
        ring.immediate(key);
        return true;
    }

    @Override
    public final void start() {
        lock.lock();
        batch = 0;
        inline = false;
        savedPosted = ring.posted;
        savedFence = ring.nextFence;
        inRequest = false;
        refusal = open ? null : MlxRule.P10;
    }

    @Override
    public final void request(long wrId, int flags) {
        endRequest();
        nextWrId = wrId;
        nextFlags = flags;
    }

    @Override
    public final void destination(UserAh ah, int remoteQpNumber, int remoteQkey) {
        if (inRequest && options.transport() == Transport.UD) {
            ring.datagram((AddressVector) ah, remoteQpNumber, remoteQkey);
            lacksPath = false;
        }
    }

    @Override
    public final void remoteSrq(int number) {
        if (inRequest && options.transport() == Transport.XRC) {
            ring.remoteSrq(number);
            lacksPath = false;
        }
    }

    @Override
    public final void sge(int lkey, long address, int length) {
        refuse(++elements > sizes.maxSendSge() ? MlxRule.POST_SGE : PieceChecks.length(length));
        if (refusal == null) {
            ring.data(lkey, address, length);
        }
    }

    @Override
    public final void inline(long address, int length) {
        if (Integer.compareUnsigned(length, sizes.maxInline() - ring.inlineBytes()) > 0) {
            refuse(MlxRule.POST_INLINE);
        } else if (refusal == null) {
            inline = true;
            refuse(ring.inline(address, length) ? null : MlxRule.POST_ADDRESS);
        }
    }

    @Override
    public final int complete() {
        return complete(NOBODY);
    }

    @Override
    public final int complete(Runnable posted) {
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
            watch.rung(ring);
        }
        lock.unlock();
        return 0;
    }

    @Override
    public final void abort() {
        ring.posted = savedPosted;
        ring.nextFence = savedFence;
        inRequest = false;
        lock.unlock();
    }

    @Override
    public final @Nullable Rule refusedBy() {
        return lastRefusal;
    }

    final int errno(@Nullable MlxRule refused) {
        if (refused == null) {
            return 0;
        }
        lastRefusal = refused;
        return refused.errno().code();
    }

    final boolean beginMessage(int opcode) {
        boolean begun = begin(opcode, 0);
        if (begun) {
            ring.reserveAddress();
            lacksPath = options.transport().units() > 0;
        }
        return begun;
    }

    /**
     * Begins a WQE unless the batch is refused. {@code localOpcode} is the opcode of its completion when the CQE has
     * none.
     */
    final boolean begin(int opcode, int localOpcode) {
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

    final void refuse(@Nullable MlxRule rule) {
        if (rule != null && refusal == null) {
            refusal = rule;
        }
    }

    /** Ends the request, whether it was refused or not. */
    abstract void requestEnds();

    /** Also ends a refused request, so that its slot has the same bytes as on mlx5. The batch is taken back later. */
    private void endRequest() {
        if (!inRequest) {
            return;
        }
        requestEnds();
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
