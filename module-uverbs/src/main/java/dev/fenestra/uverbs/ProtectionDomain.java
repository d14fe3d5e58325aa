package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.MwResponse;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A protection domain: regions, windows and QPs of one domain may be used together, others may not. */
public final class ProtectionDomain extends VerbsObject {
    private static final long WHOLE_ADDRESS_SPACE = -1;

    private final boolean imported;
    private final @Nullable ParentDomain parent;
    private final Children parentDomains = new Children();
    private final Registrations regions;
    private final Buffers buffers;
    private final QueueCreation queues;

    ProtectionDomain(Context context, int handle) {
        super(context, handle);
        imported = false;
        parent = null;
        regions = new Registrations(this, context);
        buffers = new Buffers(this, context.process().queueMemory(null));
        queues = new QueueCreation(this, context);
    }

    private ProtectionDomain(Context context, int handle, int key) {
        super(context, handle, key);
        imported = true;
        parent = null;
        regions = new Registrations(this, context);
        buffers = new Buffers(this, context.process().queueMemory(null));
        queues = new QueueCreation(this, context);
    }

    private ProtectionDomain(ParentDomain parent) {
        super(parent.pd().context(), parent.pd().handle(), parent.pd().context().handleOfOurs());
        imported = false;
        this.parent = parent;
        regions = new Registrations(this, context());
        buffers = new Buffers(this, parent.memory());
        queues = new QueueCreation(this, context());
        parent.begin();
    }

    /** A parent domain without allocator. */
    public ProtectionDomain allocParentDomain() {
        return allocParentDomain(null, null);
    }

    /**
     * Makes a parent domain ({@code ibv_alloc_parent_domain}): used as this PD is, with the same keys, but its queues
     * lie where the allocator says, and its QPs take no locks with a thread domain. This PD and the thread domain
     * cannot be deallocated before it.
     *
     * @param thread the promise that one thread at a time uses its QPs, or null
     * @param allocator of QPs, SRQs and CQs, or null
     * @throws VerbsException EOPNOTSUPP when the provider cannot
     */
    public ProtectionDomain allocParentDomain(@Nullable ThreadDomain thread, @Nullable BufferAllocator allocator) {
        return allocParentDomain(new ParentDomainAttributes(thread, allocator, false));
    }

    /** The same with all that {@code ibv_alloc_parent_domain} takes. */
    public ProtectionDomain allocParentDomain(ParentDomainAttributes attributes) {
        checkOpen();
        if (attributes.thread() != null) {
            checkUsable(attributes.thread());
        }
        context().calling("ibv_alloc_parent_domain");
        try {
            return context().opened(new ProtectionDomain(ParentDomain.of(this, attributes)));
        } catch (VerbsException refused) {
            throw context().logged("uverbs", refused);
        }
    }

    Children parentDomains() {
        return parentDomains;
    }

    /** Lays its queues out. */
    UserContext provider() {
        return parent == null ? context().user() : parent.user();
    }

    /** Whether a thread domain promises that one thread at a time uses its QPs. */
    boolean isSingleThreaded() {
        return parent != null && parent.thread() != null;
    }

    Buffers buffers() {
        return buffers;
    }

    /**
     * A CQ whose ring lies where the allocator of this parent domain says ({@code ibv_create_cq_ex}); else as
     * {@link Context#createCq(int)}.
     */
    public CompletionQueue createCq(int cqe) {
        checkOpen();
        return context().createCq(cqe, null, 0, provider()::prepareCq);
    }

    /** A second object for a PD, which does not end with it. */
    static ProtectionDomain imported(Context context, int handle) {
        return new ProtectionDomain(context, handle, context.handleOfOurs());
    }

    /** Registers all of a memory under its virtual address, or from 0 with ZERO_BASED. */
    public MemoryRegion regMr(Memory memory, AccessFlag... access) {
        return regMr(memory, 0, memory.length(), access);
    }

    /** Registers a part of a memory under its virtual address, or from 0 with ZERO_BASED. */
    public MemoryRegion regMr(Memory memory, long offset, long length, AccessFlag... access) {
        return regMrIova(memory, offset, length, memory.address() + offset, access);
    }

    /**
     * Registers a part of a memory under an address of the caller's choice. With ON_DEMAND nothing is pinned: pages are
     * brought in when they are used, and keys stay valid when they go.
     *
     * @param iova address by which work requests name the first byte; ZERO_BASED makes it 0
     * @throws VerbsException EINVAL for page offsets of address and iova that differ, access flags that do not go
     *     together, length 0 or a range that wraps; EFAULT for a range that is not mapped; EOPNOTSUPP for access the
     *     device does not offer; ENOMEM. With ON_DEMAND a range that wraps is EOVERFLOW, and one that is not mapped is
     * found out
     *     when it is used
     */
    public MemoryRegion regMrIova(Memory memory, long offset, long length, long iova, AccessFlag... access) {
        checkOpen();
        context().calling("ibv_reg_mr_iova");
        int mask = AccessFlag.mask(access);
        long address = memory.address() + offset;
        long wireAddress = AccessFlag.ZERO_BASED.in(mask) ? 0 : iova;
        return regions.register(address, length, wireAddress, mask);
    }

    /**
     * Registers what a mask names ({@code ibv_reg_mr_ex}): memory of the process by its address, a part of a dma-buf,
     * or a part of a buffer by its address.
     *
     * @throws VerbsException EOPNOTSUPP for unknown bits of the mask; EINVAL with both an address and a file, with
     *     neither, or with a file or an
     *     offset alone; EINVAL for a buffer of another PD, a range outside of it, and with a file or, when it is a
     * dma-buf, an iova; else as {@link #regMrIova} or {@link #regDmaBufMr(int, long, long, long, AccessFlag...)}
     */
    public MemoryRegion regMrEx(MrInitAttributes asked) {
        checkOpen();
        context().calling("ibv_reg_mr_ex");
        return regions.register(asked);
    }

    /**
     * Allocates memory for regions of this PD ({@code ibv_alloc_buf}), zeroed: where the allocator of a parent domain
     * says, in memory that a confidential guest shares with its devices for a
     * {@linkplain ParentDomainAttributes#allowCcUnprotectedAlloc PD that consents}, else as {@link Context#allocate}.
     * The PD cannot be deallocated before it.
     *
     * @param length bytes
     * @throws VerbsException EINVAL for no bytes, ENOMEM when there is no room, and what an allocator's memory is
     *     refused with
     */
    public Buf allocBuf(long length) {
        checkOpen();
        context().calling("ibv_alloc_buf");
        return buffers.allocate(length);
    }

    /**
     * Registers a part of a buffer under its virtual address ({@code ibv_reg_buf_mr}): as {@link #regMr} or, when it is
     * a dma-buf, as {@link #regDmaBufMr(int, long, long, long, AccessFlag...)}. The buffer is not freed before the
     * region.
     *
     * @param buf allocated from this PD, and not from another that stands for the same, else EINVAL
     * @param offset of the first byte in the buffer
     * @param length bytes; EINVAL for a part that is not inside
     * @throws VerbsException as those two
     */
    public MemoryRegion regBufMr(Buf buf, long offset, long length, AccessFlag... access) {
        return regMrEx(MrInitAttributes.of(length, access).withBuf(buf).withAddress(buf.address() + offset));
    }

    /** The same of all of a buffer. */
    public MemoryRegion regBufMr(Buf buf, AccessFlag... access) {
        return regBufMr(buf, 0, buf.length(), access);
    }

    /**
     * Registers the whole address space, paged on demand: all that the process has mapped, whenever it is mapped.
     * ON_DEMAND need not be named.
     *
     * @throws VerbsException EOPNOTSUPP without on-demand paging, EINVAL without IMPLICIT or with HUGETLB
     */
    public MemoryRegion regImplicit(AccessFlag... access) {
        checkOpen();
        context().calling("ibv_reg_mr");
        int mask = AccessFlag.mask(access) | AccessFlag.ON_DEMAND.bit();
        return regions.register(0, WHOLE_ADDRESS_SPACE, 0, mask);
    }

    /**
     * Says which memory of on-demand regions will be used soon ({@code ibv_advise_mr}), and waits until it is there.
     *
     * @throws VerbsException ENOENT for a region that is not ON_DEMAND, EPERM for one of another PD or, with
     *     PREFETCH_WRITE, one that is not written;
     *     EFAULT for a piece outside of its region or, but for PREFETCH_NO_FAULT, where nothing is mapped; EINVAL for
     * no piece; EOPNOTSUPP
     *     from a device without on-demand paging
     */
    public void adviseMr(MrAdvice advice, MemorySlice... pieces) {
        List<AdvisedRange> ranges = new ArrayList<>();
        for (MemorySlice piece : pieces) {
            ranges.add(new AdvisedRange(piece.region().lkey(), piece.address(), piece.length()));
        }
        adviseMr(advice.code(), MrAdvice.FLUSH, ranges);
    }

    /**
     * The same with all that {@code ibv_advise_mr} takes.
     *
     * @param advice another than a code of {@link MrAdvice} is EOPNOTSUPP
     * @param flags {@link MrAdvice#FLUSH} to wait, or 0: then only the keys are checked now, and the rest is lost if it
     *     fails; else EINVAL
     */
    public void adviseMr(int advice, int flags, List<AdvisedRange> ranges) {
        checkOpen();
        context().calling("ibv_advise_mr");
        context().kernel().mrs().advise(handle(), advice, flags, ranges);
    }

    /**
     * A region of nothing ({@code ibv_alloc_null_mr}): what is read from it is zeros, what is written to it is lost.
     * Its address is 0, its length 2^64-1, and it has no R_Key. No system call; EOPNOTSUPP when the device has none.
     */
    public MemoryRegion allocNullMr() {
        checkOpen();
        return regions.ofNothing();
    }

    /**
     * Allocates memory and registers it (ALLOCATE_MR of the vendor's older verbs): contiguous pages if the host has
     * such a run, others else. {@link MemoryRegion#memory} gives it back; it is freed with the region, or when the
     * region is registered anew over other memory.
     *
     * @throws VerbsException EINVAL with ON_DEMAND, which has no contiguous pages; else as {@link #regMr}
     */
    public MemoryRegion allocateMr(long length, AccessFlag... access) {
        checkOpen();
        if (AccessFlag.ON_DEMAND.in(AccessFlag.mask(access))) {
            throw context()
                    .logged(
                            "uverbs",
                            new VerbsException(Errno.EINVAL, VerbsRule.ALLOCATED_PINNED, Arrays.toString(access)));
        }
        Memory memory = context().allocateContiguous(length);
        try {
            MemoryRegion region = regMr(memory, access);
            region.owns(memory);
            return region;
        } catch (VerbsException refused) {
            memory.free();
            throw refused;
        }
    }

    /**
     * Registers what another region covers once more, in this PD, under the same addresses (a shared region of the
     * vendor's older verbs): with keys and rights of its own, but the same translation. The pages stay pinned until
     * both are gone; a new translation of either ends the sharing.
     *
     * @throws VerbsException EINVAL for a region that is not of pinned memory, EFAULT for rights to write what was
     *     pinned for reading
     */
    public MemoryRegion shareMr(MemoryRegion other, AccessFlag... access) {
        checkOpen();
        checkUsable(other);
        context().calling("ibv_exp_reg_shared_mr");
        return regions.share(other, AccessFlag.mask(access));
    }

    /**
     * Another object for a region of which only the handle is known ({@code ibv_import_mr}): it has the keys, but
     * address 0 and no length. Closing it leaves the region as it is. ENOENT for an unknown handle.
     */
    public MemoryRegion importMr(int handle) {
        checkOpen();
        context().calling("ibv_import_mr");
        return regions.known(handle);
    }

    /**
     * Registers a part of an exporter's buffer ({@code ibv_reg_dmabuf_mr}). Its pages may move while it is registered.
     * It cannot be registered anew, and no window is bound to it.
     *
     * @param descriptor file descriptor of the buffer
     * @param offset of the first byte in the buffer
     * @param iova address by which work requests name the first byte; its page offset is that of {@code offset}
     * @param access LOCAL_WRITE, remote rights, RELAXED_ORDERING
     * @throws VerbsException EOPNOTSUPP when the device imports no buffers, EBADF for a descriptor that is not open;
     *     EINVAL for one that is of
     *     something else, page offsets that differ, other access, no bytes, or a range outside
     */
    public MemoryRegion regDmaBufMr(int descriptor, long offset, long length, long iova, AccessFlag... access) {
        checkOpen();
        context().calling("ibv_reg_dmabuf_mr");
        return regions.importBuffer(descriptor, offset, length, iova, AccessFlag.mask(access));
    }

    /** The same of a buffer that this process has open. */
    public MemoryRegion regDmaBufMr(DmaBuf buffer, long offset, long length, long iova, AccessFlag... access) {
        return regDmaBufMr(buffer.descriptor(), offset, length, iova, access);
    }

    /**
     * Registers a part of device memory ({@code ibv_reg_dm_mr}); requests name its bytes from 0 on. It cannot be
     * registered anew, and no window is bound to it.
     *
     * @param access ZERO_BASED among them
     * @throws VerbsException EINVAL without ZERO_BASED, for a range outside, and for access other than local write and
     *     remote rights
     */
    public MemoryRegion regDmMr(DeviceMemory memory, long offset, long length, AccessFlag... access) {
        checkOpen();
        checkUsable(memory);
        context().calling("ibv_reg_dm_mr");
        return regions.onDevice(memory, offset, length, AccessFlag.mask(access));
    }

    /**
     * Allocates a fast-register region ({@code ib_alloc_mr} of Linux): free, until {@link RegisterMr} requests give it
     * memory, and again after an invalidate.
     *
     * @param maxPages pages it may have
     * @throws VerbsException EOPNOTSUPP when the device has none, EINVAL beyond its {@code max_fast_reg_page_list_len}
     */
    public MemoryRegion allocMr(int maxPages) {
        checkOpen();
        context().calling("ib_alloc_mr");
        return regions.fast(maxPages);
    }

    /**
     * Pins the pages that a part of a memory touches, for fast registrations.
     *
     * @throws VerbsException EOPNOTSUPP when the device has no fast-register regions; EINVAL, EFAULT as {@link #regMr}
     */
    public PageList listPages(Memory memory, long offset, long length) {
        checkOpen();
        context().calling("ib_dma_map_sg");
        long address = memory.address() + offset;
        MrResponse response = context().kernel().mrs().listPages(handle(), address, length);
        long first = address / PageList.PAGE_BYTES;
        int pages = (int) ((address + length - 1) / PageList.PAGE_BYTES - first + 1);
        return context().opened(new PageList(context(), response, this, first * PageList.PAGE_BYTES, pages));
    }

    /** The pages of all of a memory. */
    public PageList listPages(Memory memory) {
        return listPages(memory, 0, memory.length());
    }

    /** Allocates a window, not bound to anything; EOPNOTSUPP when the device has none. */
    public MemoryWindow allocMw(MwType type) {
        checkOpen();
        context().calling("ibv_alloc_mw");
        MwResponse response = context().kernel().mws().allocate(handle(), type.code());
        UserMw user = new UserMw(type, handle(), response.rkey());
        return context().opened(new MemoryWindow(context(), response.handle(), this, user));
    }

    /**
     * Creates a shared receive queue.
     *
     * @throws VerbsException EINVAL beyond the device's limits, or for a limit beyond the room; EOPNOTSUPP when the
     *     device has none
     */
    public SharedReceiveQueue createSrq(SrqSpec spec) {
        return queues.createSrq(spec);
    }

    /**
     * Creates an SRQ that peers name by its number ({@code ibv_create_srq_ex} with {@code IBV_SRQT_XRC}): they reach it
     * through the targets of the domain, with keys of this PD.
     *
     * @param cq where its receives complete
     * @throws VerbsException as {@link #createSrq(SrqSpec)}; EOPNOTSUPP when the device has no XRC
     */
    public SharedReceiveQueue createXrcSrq(XrcDomain domain, CompletionQueue cq, SrqSpec spec) {
        return queues.createXrcSrq(domain, cq, spec);
    }

    /**
     * Creates a QP in RESET; EINVAL for queues beyond the device's limits, EOPNOTSUPP for a service it does not have.
     */
    public QueuePair createQp(QpSpec spec) {
        return queues.createQp(spec);
    }

    /** A path to a port with the usual attributes. */
    public AddressHandle createAh(Gid destination) {
        return createAh(AhAttributes.to(destination));
    }

    /**
     * Finds the path to a port, for datagrams of this PD's QPs.
     *
     * @throws VerbsException EINVAL for a port or GID index that the device does not have, EOPNOTSUPP for a multicast
     *     group or from a device without datagrams, ENOMEM beyond the device's {@code max_ah}
     */
    public AddressHandle createAh(AhAttributes attributes) {
        checkOpen();
        context().calling("ibv_create_ah");
        Pending<UserAh> pending = context().user().prepareAh(attributes);
        int handle;
        try {
            handle = context().kernel().ahs().create(handle(), attributes, pending.udata());
        } catch (VerbsException refused) {
            pending.discard();
            throw refused;
        }
        return context().opened(new AddressHandle(this, handle, attributes, pending.complete(handle)));
    }

    /**
     * A path back to the sender of a datagram that was received ({@code ibv_create_ah_from_wc}): its GID and the port's
     * are swapped, and hop limit, traffic class and flow label are those of the datagram. {@link Grh#toSender} does the
     * same for a completion that was polled otherwise.
     *
     * @param receive a receive of a UD QP of this device
     * @param grh the first {@value Grh#BYTES} bytes of what it received
     * @param port that the datagram came by, from 1
     * @throws VerbsException EINVAL for a request that is no receive, a message without GRH, one that went to none of
     *     the port's
     *     GIDs (as to a multicast group) and a port that the device does not have; EPROTONOSUPPORT for a header that is
     * neither IPv4 nor IPv6;
     *     else as {@link #createAh(AhAttributes)}
     */
    public AddressHandle createAhFromWc(Completion.Done receive, byte[] grh, int port) {
        checkOpen();
        context().calling("ibv_init_ah_from_wc");
        return createAh(ReplyPath.of(context(), receive, grh, port));
    }

    @Override
    String kind() {
        return "PD";
    }

    @Override
    void destroy() {
        buffers.checkNone();
        if (imported) {
            return;
        }
        if (parent != null) {
            parent.end(this);
            return;
        }
        context().calling("ibv_dealloc_pd");
        if (parentDomains.count() > 0) {
            String held = this + " is held by " + parentDomains;
            throw context().logged("uverbs", new VerbsException(Errno.EBUSY, VerbsRule.DOMAIN_UNUSED, held));
        }
        context().kernel().pds().deallocate(handle());
    }
}
