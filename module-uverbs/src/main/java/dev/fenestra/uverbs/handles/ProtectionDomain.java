package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserPd;
import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.BufferAllocator;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.QueueMemory;
import dev.fenestra.uverbs.device.VerbArguments;
import dev.fenestra.uverbs.memory.Buf;
import dev.fenestra.uverbs.memory.DeviceMemory;
import dev.fenestra.uverbs.memory.DmaBuf;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.MrInitAttributes;
import dev.fenestra.uverbs.memory.PageList;
import dev.fenestra.uverbs.memory.Pd;
import dev.fenestra.uverbs.memory.PdMemory;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.RegisterMr;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A protection domain. Regions, windows and QPs work together only within one domain. */
public final class ProtectionDomain extends VerbsObject implements Pd {
    private final OpenDevice device;
    private static final String KIND = "PD";
    private static final long WHOLE_ADDRESS_SPACE = -1;

    private final Context context;
    private final boolean imported;
    private final @Nullable ParentDomain parent;
    private final Children parentDomains = new Children();
    private final PdMemory pdMemory;
    private final QueueCreation queues;
    private final UserPd user;

    ProtectionDomain(Context context, OpenDevice device, int handle, UserState state) {
        super(device, KIND, handle);
        this.device = device;
        this.context = context;
        user = new UserPd(handle, state);
        imported = false;
        parent = null;
        pdMemory = new PdMemory(this, device, user, ordinary(device));
        queues = new QueueCreation(this, device);
    }

    private ProtectionDomain(Context context, OpenDevice device, int handle) {
        super(device, KIND, handle);
        this.device = device;
        this.context = context;
        user = new UserPd(handle, UserState.NONE);
        imported = true;
        parent = null;
        pdMemory = new PdMemory(this, device, user, ordinary(device));
        queues = new QueueCreation(this, device);
    }

    private ProtectionDomain(ParentDomain parent, OpenDevice device) {
        super(device, KIND, parent.pd().handle());
        this.device = device;
        context = parent.pd().context();
        user = parent.pd().user();
        imported = false;
        this.parent = parent;
        pdMemory = new PdMemory(this, device, user, parent.memory());
        queues = new QueueCreation(this, device);
        parent.begin();
    }

    private static QueueMemory ordinary(OpenDevice device) {
        return new QueueMemory(device.process().memory(), null);
    }

    /** {@return the context that it belongs to} */
    public Context context() {
        return context;
    }

    /**
     * Registers all of a memory under its virtual address, or from 0 with ZERO_BASED.
     *
     * @param memory memory of the program
     * @param access rights; none means local reading only
     * @return the region
     */
    public MemoryRegion regMr(Memory memory, AccessFlag... access) {
        return regMr(memory, 0, memory.length(), access);
    }

    /**
     * Registers a part of a memory under its virtual address, or from 0 with ZERO_BASED.
     *
     * @param memory memory of the program
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param access rights; none means local reading only
     * @return the region
     */
    public MemoryRegion regMr(Memory memory, long offset, long length, AccessFlag... access) {
        return regMrIova(memory, offset, length, memory.address() + offset, access);
    }

    /**
     * Registers a part of a memory under an address of the caller's choice. With ON_DEMAND nothing is pinned: pages
     * come in when a device uses them, and the keys stay valid when pages are swapped out.
     *
     * @param memory memory of the program
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param iova address of the first byte in work requests; ZERO_BASED makes it 0
     * @param access rights; none means local reading only
     * @return the region
     * @throws VerbsException EINVAL for page offsets of address and iova that differ, access flags that do not go
     *     together, length 0 at the beginning of a page (inside of a page the region gives no access, but has keys) or
     *     a range that wraps; EFAULT for a range that is not mapped; EOPNOTSUPP for access the
     *     device does not offer; ENOMEM. With ON_DEMAND a range that wraps is EOVERFLOW, and a range that is not mapped
     *     fails when it is used
     */
    public MemoryRegion regMrIova(Memory memory, long offset, long length, long iova, AccessFlag... access) {
        checkOpen();
        return pdMemory.register(memory, offset, length, iova, AccessFlag.mask(access));
    }

    /**
     * Registers memory that a mask describes ({@code ibv_reg_mr_ex}): memory of the process, a part of a dma-buf, or a
     * part of a buffer.
     *
     * @param asked length, rights and a mask of the other values
     * @return the region
     * @throws VerbsException EOPNOTSUPP for unknown bits of the mask; EINVAL with both an address and a file, with
     *     neither, or with a file or an offset alone; EINVAL for a buffer of another PD, a range outside of it, and
     *     with a file or, when it is a dma-buf, an iova; else as {@link #regMrIova} or
     *     {@link #regDmaBufMr(int, long, long, long, AccessFlag...)}
     */
    public MemoryRegion regMrEx(MrInitAttributes asked) {
        checkOpen();
        return pdMemory.register(asked);
    }

    /**
     * Allocates zeroed memory for regions of this PD ({@code ibv_alloc_buf}). A
     * {@linkplain ParentDomainAttributes#allowCcUnprotectedAlloc PD that consents} gets memory that a confidential
     * guest shares with its devices. Another parent domain gets memory of its allocator, and another PD memory as from
     * {@link Context#allocate}. The PD cannot be deallocated before the buffer.
     *
     * @param length bytes
     * @return the buffer
     * @throws VerbsException EINVAL for no bytes, ENOMEM when there is no room, and the errors of an allocator's memory
     */
    public Buf allocBuf(long length) {
        checkOpen();
        device.calling("ibv_alloc_buf", () -> VerbArguments.object(handle()).with("length", length));
        return pdMemory.buffer(length);
    }

    /**
     * Registers a part of a buffer under its virtual address ({@code ibv_reg_buf_mr}): as {@link #regMr} or, when it is
     * a dma-buf, as {@link #regDmaBufMr(int, long, long, long, AccessFlag...)}. The buffer cannot be freed before the
     * region.
     *
     * @param buf allocated from this PD object, else EINVAL, even for another object of the same PD
     * @param offset of the first byte in the buffer
     * @param length bytes; EINVAL for a part that is not inside
     * @param access rights; none means local reading only
     * @return the region
     * @throws VerbsException as those two
     */
    public MemoryRegion regBufMr(Buf buf, long offset, long length, AccessFlag... access) {
        return regMrEx(MrInitAttributes.of(length, access).withBuf(buf).withAddress(buf.address() + offset));
    }

    /**
     * Registers all of a buffer under its virtual address ({@code ibv_reg_buf_mr}).
     *
     * @param buf allocated from this PD object, else EINVAL, even for another object of the same PD
     * @param access rights; none means local reading only
     * @return the region
     */
    public MemoryRegion regBufMr(Buf buf, AccessFlag... access) {
        return regBufMr(buf, 0, buf.length(), access);
    }

    /**
     * Registers the whole address space with on-demand paging: all memory that the process has mapped or maps later.
     * ON_DEMAND is implied.
     *
     * @param access rights; none means local reading only
     * @return the region
     * @throws VerbsException EOPNOTSUPP without on-demand paging, EINVAL without IMPLICIT or with HUGETLB
     */
    public MemoryRegion regImplicit(AccessFlag... access) {
        checkOpen();
        int mask = AccessFlag.mask(access) | AccessFlag.ON_DEMAND.bit();
        device.calling("ibv_reg_mr", () -> VerbArguments.region(handle(), 0, WHOLE_ADDRESS_SPACE, 0, mask));
        return pdMemory.register(0, WHOLE_ADDRESS_SPACE, 0, mask);
    }

    /**
     * Brings pages of on-demand regions in before they are used ({@code ibv_advise_mr}), and waits for them.
     *
     * @param advice prefetch for reading, for writing, or without page faults
     * @param pieces parts of on-demand regions of this PD
     * @throws VerbsException ENOENT for a region that is not ON_DEMAND, EPERM for one of another PD or, with
     *     PREFETCH_WRITE, one without LOCAL_WRITE; EFAULT for a piece outside of its region or, but for
     *     PREFETCH_NO_FAULT, where nothing is mapped; EINVAL for no piece; EOPNOTSUPP from a device without on-demand
     *     paging
     */
    public void adviseMr(MrAdvice advice, MemorySlice... pieces) {
        List<AdvisedRange> ranges = new ArrayList<>();
        for (MemorySlice piece : pieces) {
            ranges.add(new AdvisedRange(piece.region().lkey(), piece.address(), piece.length()));
        }
        adviseMr(advice.code(), MrAdvice.FLUSH, ranges);
    }

    /**
     * The same with the raw arguments of {@code ibv_advise_mr}.
     *
     * @param advice a code of {@link MrAdvice}, else EOPNOTSUPP
     * @param flags {@link MrAdvice#FLUSH} to wait, or 0 to check only the keys now and to ignore later failures; else
     *     EINVAL
     * @param ranges parts of on-demand regions, by their L_Keys
     */
    public void adviseMr(int advice, int flags, List<AdvisedRange> ranges) {
        checkOpen();
        device.calling("ibv_advise_mr", () -> VerbArguments.advice(handle(), advice, flags, ranges.size()));
        device.kernel().mrs().advise(handle(), advice, flags, ranges);
    }

    /**
     * {@return a null region ({@code ibv_alloc_null_mr}): reads return zeros, and writes are lost} Its address is 0,
     * its length 2^64-1, and it has no R_Key. No system call; EOPNOTSUPP when the device has none.
     */
    public MemoryRegion allocNullMr() {
        checkOpen();
        return pdMemory.ofNothing();
    }

    /**
     * Allocates memory and registers it (ALLOCATE_MR of the vendor's older verbs): contiguous pages if the host has
     * such a run, else any pages. {@link MemoryRegion#memory} returns the memory. It is freed with the region, or when
     * the region is reregistered over other memory.
     *
     * @param length bytes
     * @param access rights; none means local reading only
     * @return the region
     * @throws VerbsException EINVAL with ON_DEMAND, which has no contiguous pages; else as {@link #regMr}
     */
    public MemoryRegion allocateMr(long length, AccessFlag... access) {
        checkOpen();
        if (AccessFlag.ON_DEMAND.in(AccessFlag.mask(access))) {
            throw device.logged("uverbs", new VerbsException(VerbsRule.ALLOCATED_PINNED, Arrays.toString(access)));
        }
        return pdMemory.allocated(length, AccessFlag.mask(access));
    }

    /**
     * Registers the memory of another region once more, in this PD and under the same addresses (a shared region of the
     * vendor's older verbs). The new region has its own keys and rights, and shares the translation. The pages stay
     * pinned until both regions are gone. A new translation of either region ends the sharing.
     *
     * @param other a region of pinned memory of the same context
     * @param access rights; none means local reading only
     * @return the region
     * @throws VerbsException EINVAL for a region that is not of pinned memory, EFAULT for rights to write what was
     *     pinned for reading
     */
    public MemoryRegion shareMr(MemoryRegion other, AccessFlag... access) {
        checkOpen();
        device.checkUsable(this, other);
        device.calling("ibv_exp_reg_shared_mr", () -> VerbArguments.shared(handle(), other.handle(), access));
        return pdMemory.share(other, AccessFlag.mask(access));
    }

    /**
     * {@return another object for a region that is known by its handle only ({@code ibv_import_mr})} It has the keys,
     * address 0 and length 0. Closing it leaves the region as it is. ENOENT for an unknown handle.
     *
     * @param handle the region's handle in the kernel
     */
    public MemoryRegion importMr(int handle) {
        checkOpen();
        device.calling("ibv_import_mr", () -> VerbArguments.object(handle()).with("mr", handle));
        return pdMemory.known(handle);
    }

    /**
     * Registers a part of an exporter's buffer ({@code ibv_reg_dmabuf_mr}). Its pages may move while it is registered.
     * The region cannot be reregistered, and no window can be bound to it.
     *
     * @param descriptor file descriptor of the buffer
     * @param offset of the first byte in the buffer
     * @param length bytes
     * @param iova address of the first byte in work requests, with the page offset of {@code offset}
     * @param access LOCAL_WRITE, remote rights, RELAXED_ORDERING
     * @return the region
     * @throws VerbsException EOPNOTSUPP when the device imports no buffers, EBADF for a descriptor that is not open;
     *     EINVAL for a descriptor of something else, page offsets that differ, other access, no bytes, or a range
     *     outside
     */
    public MemoryRegion regDmaBufMr(int descriptor, long offset, long length, long iova, AccessFlag... access) {
        checkOpen();
        device.calling(
                "ibv_reg_dmabuf_mr", () -> VerbArguments.dmaBuf(handle(), descriptor, offset, length, iova, access));
        return pdMemory.importBuffer(descriptor, offset, length, iova, AccessFlag.mask(access));
    }

    /**
     * Registers a part of a buffer that this process has open ({@code ibv_reg_dmabuf_mr}).
     *
     * @param buffer a buffer of this process
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param iova address of the first byte in work requests, with the page offset of {@code offset}
     * @param access rights; none means local reading only
     * @return the region
     */
    public MemoryRegion regDmaBufMr(DmaBuf buffer, long offset, long length, long iova, AccessFlag... access) {
        return regDmaBufMr(buffer.descriptor(), offset, length, iova, access);
    }

    /**
     * Registers a part of device memory ({@code ibv_reg_dm_mr}). Requests address its bytes from 0. The region cannot
     * be reregistered, and no window can be bound to it.
     *
     * @param memory memory of the device
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param access ZERO_BASED among them
     * @return the region
     * @throws VerbsException EINVAL without ZERO_BASED, for a range outside, and for access other than local write and
     *     remote rights
     */
    public MemoryRegion regDmMr(DeviceMemory memory, long offset, long length, AccessFlag... access) {
        checkOpen();
        device.checkUsable(this, memory);
        device.calling(
                "ibv_reg_dm_mr", () -> VerbArguments.onDevice(handle(), memory.handle(), offset, length, access));
        return pdMemory.onDevice(memory, offset, length, AccessFlag.mask(access));
    }

    /**
     * Allocates a fast-register region ({@code ib_alloc_mr} of Linux). It is free until a {@link RegisterMr} request
     * gives it memory, and free again after an invalidate.
     *
     * @param maxPages pages it may have
     * @return the region
     * @throws VerbsException EOPNOTSUPP when the device has none, EINVAL beyond its {@code max_fast_reg_page_list_len}
     */
    public MemoryRegion allocMr(int maxPages) {
        checkOpen();
        device.calling("ib_alloc_mr", () -> VerbArguments.object(handle()).with("max_num_sg", maxPages));
        return pdMemory.fast(maxPages);
    }

    /**
     * Pins the pages of a part of a memory, for fast registrations.
     *
     * @param memory memory of the program
     * @param offset of the first byte in the memory
     * @param length bytes
     * @return the pages, pinned until it is closed
     * @throws VerbsException EOPNOTSUPP when the device has no fast-register regions; EINVAL, EFAULT as {@link #regMr}
     */
    public PageList listPages(Memory memory, long offset, long length) {
        checkOpen();
        device.calling("ib_dma_map_sg", () -> VerbArguments.range(handle(), memory.address() + offset, length));
        return pdMemory.pages(memory.address() + offset, length);
    }

    /**
     * {@return the pages of all of a memory}
     *
     * @param memory memory of the program
     */
    public PageList listPages(Memory memory) {
        return listPages(memory, 0, memory.length());
    }

    /**
     * Allocates a window that is not bound; EOPNOTSUPP when the device has none.
     *
     * @param type TYPE_1 for binds with {@link QueuePair#bindMw}, TYPE_2 for binds with a request {@link BindMw}
     * @return the window, with its R_Key until the first bind
     */
    public MemoryWindow allocMw(MwType type) {
        checkOpen();
        device.calling("ibv_alloc_mw", () -> CallArguments.of("pd", handle()).with("type", type));
        return pdMemory.window(type);
    }

    /**
     * Creates a shared receive queue.
     *
     * @param spec attributes of the queue
     * @return the SRQ, empty
     * @throws VerbsException EINVAL beyond the device's limits, or for a limit beyond the room; EOPNOTSUPP when the
     *     device has none
     */
    public SharedReceiveQueue createSrq(SrqSpec spec) {
        checkOpen();
        return queues.createSrq(spec);
    }

    /**
     * Creates an XRC SRQ ({@code ibv_create_srq_ex} with {@code IBV_SRQT_XRC}). Peers reach it by its number through
     * the targets of the domain, with keys of this PD.
     *
     * @param domain through which peers reach it
     * @param cq where its receives complete
     * @param spec attributes of the queue
     * @return the SRQ, empty
     * @throws VerbsException as {@link #createSrq(SrqSpec)}; EOPNOTSUPP when the device has no XRC
     */
    public SharedReceiveQueue createXrcSrq(XrcDomain domain, CompletionQueue cq, SrqSpec spec) {
        checkOpen();
        device.checkUsable(this, domain);
        device.checkUsable(this, cq);
        return queues.createXrcSrq(domain, cq, spec);
    }

    /**
     * Creates a QP in RESET; EINVAL for queues beyond the device's limits, EOPNOTSUPP for a service it does not have.
     *
     * @param spec the service, the CQs and the room of the queues
     * @return the QP, in RESET
     */
    public QueuePair createQp(QpSpec spec) {
        checkOpen();
        device.checkUsable(this, spec.sendCq());
        device.checkUsable(this, spec.recvCq());
        SharedReceiveQueue srq = spec.srq();
        if (srq != null) {
            device.checkUsable(this, srq);
        }
        return queues.createQp(spec);
    }

    /**
     * {@return a CQ whose ring lies where the allocator of this parent domain says; else as
     * {@link Context#createCq(CqSpec)}}
     *
     * @param spec its room, its events and its fields
     */
    public CompletionQueue createCq(CqSpec spec) {
        checkOpen();
        return CqCreation.create(device, provider(), spec);
    }

    /**
     * {@return a CQ without events whose ring lies where the allocator of this parent domain says}
     *
     * @param cqe completions it must hold, 1 to the device's maximum, else EINVAL
     */
    public CompletionQueue createCq(int cqe) {
        return createCq(CqSpec.of(cqe));
    }

    /**
     * {@return a path to a port with the usual attributes}
     *
     * @param destination the GID of the port
     */
    public AddressHandle createAh(Gid destination) {
        return createAh(AhAttributes.to(destination));
    }

    /**
     * Finds the path to a port, for datagrams of this PD's QPs.
     *
     * @param attributes the path: port, GIDs, hop limit, traffic class, flow label
     * @return the path
     * @throws VerbsException EINVAL for a port or GID index that the device does not have, EOPNOTSUPP for a multicast
     *     group or from a device without datagrams, ENOMEM beyond the device's {@code max_ah}
     */
    public AddressHandle createAh(AhAttributes attributes) {
        checkOpen();
        device.calling("ibv_create_ah", () -> CallArguments.of("pd", handle()).with("dgid", attributes.destination()));
        Pending<UserAh> pending = device.user().prepareAh(attributes);
        int ah = pending.during(udata -> device.kernel().ahs().create(handle(), attributes, udata));
        return device.opened(new AddressHandle(device, this, ah, attributes, pending.complete(ah)));
    }

    /**
     * {@return a path back to the sender of a datagram that was received ({@code ibv_create_ah_from_wc}): its GID and
     * the port's are swapped, and hop limit, traffic class and flow label are those of the datagram}
     * {@link Grh#toSender} does the same for a completion that was polled in another way.
     *
     * @param receive a receive of a UD QP of this device
     * @param grh the first {@value Grh#BYTES} bytes of what it received
     * @param port that received the datagram, from 1
     * @throws VerbsException EINVAL for a request that is no receive, a message without GRH, one that went to none of
     *     the port's GIDs (as to a multicast group) and a port that the device does not have; EPROTONOSUPPORT for a
     *     header that is neither IPv4 nor IPv6; else as {@link #createAh(AhAttributes)}
     */
    public AddressHandle createAhFromWc(Completion.Done receive, byte[] grh, int port) {
        checkOpen();
        device.calling("ibv_init_ah_from_wc");
        return createAh(ReplyPath.of(context, device, receive, grh, port));
    }

    /** {@return a parent domain without allocator} */
    public ProtectionDomain allocParentDomain() {
        return allocParentDomain(null, null);
    }

    /**
     * Allocates a parent domain ({@code ibv_alloc_parent_domain}). It works like this PD, with the same keys. Its
     * queues lie in the allocator's memory, and with a thread domain its QPs take no locks. This PD and the thread
     * domain cannot be deallocated before it.
     *
     * @param thread the promise that one thread at a time uses its QPs, or null
     * @param allocator of QPs, SRQs and CQs, or null
     * @return the PD
     * @throws VerbsException EOPNOTSUPP when the provider cannot
     */
    public ProtectionDomain allocParentDomain(@Nullable ThreadDomain thread, @Nullable BufferAllocator allocator) {
        return allocParentDomain(new ParentDomainAttributes(thread, allocator, false));
    }

    /**
     * {@return a parent domain with all attributes of {@code ibv_alloc_parent_domain}}
     *
     * @param attributes the thread domain, the allocator and the consent of the new domain
     */
    public ProtectionDomain allocParentDomain(ParentDomainAttributes attributes) {
        checkOpen();
        if (attributes.thread() != null) {
            device.checkUsable(this, attributes.thread());
        }
        device.calling("ibv_alloc_parent_domain", this);
        try {
            return device.opened(new ProtectionDomain(ParentDomain.of(this, device, attributes), device));
        } catch (VerbsException refused) {
            throw device.logged("uverbs", refused);
        }
    }

    /** A second object for a PD. The PD outlives it. */
    static ProtectionDomain imported(Context context, OpenDevice device, int handle) {
        return new ProtectionDomain(context, device, handle);
    }

    Children parentDomains() {
        return parentDomains;
    }

    /** The PD as its provider knows it. */
    UserPd user() {
        return user;
    }

    /** Lays its queues out. */
    UserContext provider() {
        return parent == null ? device.user() : parent.user();
    }

    /** Whether a thread domain promises that one thread at a time uses its QPs. */
    boolean isSingleThreaded() {
        return parent != null && parent.thread() != null;
    }

    @Override
    protected void destroy() {
        pdMemory.checkNoBuffers();
        if (imported) {
            return;
        }
        if (parent != null) {
            parent.end(this, device);
            return;
        }
        device.calling("ibv_dealloc_pd", this);
        if (parentDomains.count() > 0) {
            String held = name() + " is held by " + parentDomains;
            throw device.logged("uverbs", new VerbsException(VerbsRule.DOMAIN_UNUSED, held));
        }
        device.kernel().pds().deallocate(handle());
        user.state().destroyed();
    }
}
