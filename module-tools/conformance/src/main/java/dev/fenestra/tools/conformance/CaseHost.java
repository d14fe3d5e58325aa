package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.ParentDomainAttributes;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Buf;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One host of a case: an open device, one memory, and a region over it that windows may be bound to. */
public final class CaseHost {
    /** Four pages. */
    public static final int MEMORY_BYTES = 4 * 4096;

    /**
     * Long enough for every retry; on the device's clock, which jumps. A device that tries without end has so come to
     * the end of a bounded number of steps.
     */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int CQ_ENTRIES = 1024;

    private final BenchHost host;
    private final byte fill;
    private final CaseMemory kind;
    private final Context context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final Memory memory;
    private final @Nullable Buf buf;
    private final MemoryRegion region;
    private @Nullable ProtectionDomain otherPd;
    private @Nullable MemoryRegion openRegion;

    /**
     * @param kind of its memory; SHARED on a confidential guest only
     */
    CaseHost(BenchHost host, int fill, CaseMemory kind) {
        this.host = host;
        this.kind = kind;
        this.fill = (byte) fill;
        context = host.open();
        if (kind == CaseMemory.SHARED) {
            pd = context.allocPd().allocParentDomain(ParentDomainAttributes.NONE.allowingCcUnprotectedAlloc());
            cq = pd.createCq((int) most(Limit.CQE, CQ_ENTRIES));
            Buf shared = pd.allocBuf(MEMORY_BYTES);
            memory = context.process().memoryAt(shared.address(), MEMORY_BYTES);
            buf = shared;
        } else {
            pd = context.allocPd();
            cq = createCq((int) most(Limit.CQE, CQ_ENTRIES));
            memory = context.allocate(MEMORY_BYTES);
            buf = null;
        }
        memory.fill(this.fill);
        region = register(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
    }

    /**
     * The machine, for what verbs cannot express.
     *
     * @return the host of the bench
     */
    public BenchHost machine() {
        return host;
    }

    /** {@return the open device} */
    public Context context() {
        return context;
    }

    /** {@return the first PD of the device} */
    public ProtectionDomain pd() {
        return pd;
    }

    /** {@return a second process of the machine} It is new with every call. */
    public Stranger stranger() {
        return Stranger.on(host);
    }

    /** {@return a second PD of the device} */
    public ProtectionDomain otherPd() {
        ProtectionDomain made = otherPd == null ? context.allocPd() : otherPd;
        otherPd = made;
        return made;
    }

    /** {@return the CQ of the first connection} */
    public CompletionQueue cq() {
        return cq;
    }

    /** {@return the memory under the region} */
    public Memory memory() {
        return memory;
    }

    /** {@return the value of every byte of the memory at the start} */
    public byte fill() {
        return fill;
    }

    /** {@return the region over the memory, with LOCAL_WRITE and MW_BIND} A peer reaches it through windows only. */
    public MemoryRegion region() {
        return region;
    }

    /**
     * A part of the region.
     *
     * @param offset first byte
     * @param length bytes
     * @return the slice
     */
    public MemorySlice slice(long offset, long length) {
        return region.slice(offset, length);
    }

    /** {@return a region over the same memory with every remote right} */
    public MemoryRegion openRegion() {
        MemoryRegion made = openRegion == null
                ? register(
                        AccessFlag.LOCAL_WRITE,
                        AccessFlag.REMOTE_WRITE,
                        AccessFlag.REMOTE_READ,
                        AccessFlag.REMOTE_ATOMIC,
                        AccessFlag.MW_BIND)
                : openRegion;
        openRegion = made;
        return made;
    }

    /**
     * Registers the memory once more. Memory that a confidential guest shares carries no windows.
     *
     * @param access rights of the region
     * @return the region
     */
    public MemoryRegion register(AccessFlag... access) {
        if (buf != null) {
            return pd.regBufMr(
                    buf,
                    Arrays.stream(access)
                            .filter(right -> right != AccessFlag.MW_BIND)
                            .toArray(AccessFlag[]::new));
        }
        if (kind == CaseMemory.PINNED) {
            return pd.regMr(memory, access);
        }
        AccessFlag[] more = Arrays.copyOf(access, access.length + 1);
        more[access.length] = AccessFlag.ON_DEMAND;
        return pd.regMr(memory, more);
    }

    /**
     * Creates an RC QP that completes in the host's CQ.
     *
     * @param domain its PD
     * @return the QP
     */
    public QueuePair createQp(ProtectionDomain domain) {
        return createQp(domain, QpSpec.rc(cq, cq));
    }

    /**
     * Creates a QP with no more room than the device announces.
     *
     * @param domain its PD
     * @param wish the QP with the room that the case would like
     * @return the QP
     */
    public QueuePair createQp(ProtectionDomain domain, QpSpec wish) {
        return domain.createQp(wish.maxSend((int) most(Limit.REQUESTS, wish.maxSend()))
                .maxRecv((int) most(Limit.REQUESTS, wish.maxRecv()))
                .maxSendSge((int) most(Limit.SGE, wish.maxSendSge()))
                .maxRecvSge((int) most(Limit.SGE, wish.maxRecvSge()))
                .maxInline((int) most(Limit.INLINE, wish.maxInline())));
    }

    /**
     * Creates an RC QP of the first PD with the number of a destroyed one. A device that does not reuse numbers so soon
     * gives another one; it must keep the old rights from any QP all the same.
     *
     * @param number the number to be reused
     * @param tries QPs to create until the number comes again
     * @return the QP
     */
    public QueuePair createQpNumbered(int number, int tries) {
        QueuePair heir = createQp(pd);
        for (int others = 0; heir.number() != number && others < tries; others++) {
            heir.close();
            heir = createQp(pd);
        }
        return heir;
    }

    /**
     * Creates a CQ. The case is skipped where the device announces fewer entries.
     *
     * @param entries entries, at least
     * @return the CQ
     */
    public CompletionQueue createCq(int entries) {
        needs(Limit.CQE, entries);
        return context.createCq(entries);
    }

    /**
     * Creates a CQ with a completion channel.
     *
     * @param entries entries, at least
     * @param channel receives its events
     * @return the CQ
     */
    public CompletionQueue createCq(int entries, CompletionChannel channel) {
        needs(Limit.CQE, entries);
        return context.createCq(CqSpec.of(entries).channel(channel));
    }

    /**
     * Creates an SRQ. Each receive has as many pieces as usual and no more than the device announces.
     *
     * @param receives how many it has room for
     * @return the SRQ
     */
    public SharedReceiveQueue createSrq(int receives) {
        needs(Limit.SRQ_REQUESTS, receives);
        SrqSpec wish = SrqSpec.of(receives);
        return pd.createSrq(wish.maxSge((int) most(Limit.SRQ_SGE, wish.maxSge())));
    }

    /**
     * Limits a wish by what the device announces.
     *
     * @param limit the limit
     * @param wish what the case would like
     * @return the lesser of both
     */
    public long most(Limit limit, long wish) {
        return Math.min(wish, limit.of(context.deviceAttributes()));
    }

    /**
     * Skips the case where the device announces less than it needs.
     *
     * @param limit the limit
     * @param amount what the case needs
     */
    public void needs(Limit limit, long amount) {
        long announced = limit.of(context.deviceAttributes());
        if (amount > announced) {
            throw new LimitException(limit, announced, amount);
        }
    }

    /** {@return the system calls of a second opening of the device} They do what the user API cannot express. */
    @SuppressWarnings("exports") // the kernel is exported to uverbs and to the tools only
    public KernelContext systemCalls() {
        return bareCalls().kernel();
    }

    /** {@return a second opening of the device, without the user API} */
    public BareCalls bareCalls() {
        return BareCalls.on(host, context.device());
    }

    /**
     * Tries to deregister a region. If the call succeeds, the region is gone.
     *
     * @param held the region
     * @return whether it was refused
     */
    public boolean isHeld(MemoryRegion held) {
        try {
            held.close();
            return false;
        } catch (VerbsException refused) {
            return refused.usualErrno() == Errno.EBUSY;
        }
    }

    /** {@return a new QP without a connection} It can bind windows but reaches no peer. */
    public QueuePair createUdQp() {
        QueuePair qp = createQp(pd, QpSpec.ud(cq, cq));
        qp.bringUp(0);
        return qp;
    }

    /**
     * Waits for the completion of a request.
     *
     * @param wrId id of the request
     * @return its completion
     */
    public Completion await(long wrId) {
        if (kind == CaseMemory.PAGED) {
            host.kernel().reclaim();
        }
        return cq.await(wrId, PATIENCE);
    }

    Optional<LimitException> exhausted() {
        return LimitException.exhausted(context.deviceAttributes(), host.kernel());
    }

    byte[] bytes() {
        return memory.get(0, MEMORY_BYTES);
    }

    List<Refusal> refusals() {
        return host.kernel().refusals().refusals();
    }

    long refused() {
        return host.kernel().refusals().total();
    }

    List<Refusal> refusalsSince(long total) {
        List<Refusal> kept = refusals();
        return kept.subList((int) Math.max(0, kept.size() - (refused() - total)), kept.size());
    }
}
