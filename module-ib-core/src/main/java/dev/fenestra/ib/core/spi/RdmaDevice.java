package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;

/**
 * The kernel half of a provider: one device, with the operations of Linux's {@code ib_device_ops}. An operation that is not offered keeps its
 * default body, EOPNOTSUPP, and its capability flag stays clear.
 *
 * <p>The kernel calls with handles looked up, rights and reference counts checked. A refusal is a {@link VerbsException}; after
 * it nothing is changed. Destroy operations return after the device's last touch of the object's memory.
 */
public interface RdmaDevice extends MulticastDevice {

    /** The device's name on its host, such as {@code mlx5_0}. */
    String name();

    DeviceAttributes attributes();

    /** Which device it is. */
    default DeviceIdentity identity() {
        return DeviceIdentity.UNKNOWN;
    }

    /**
     * What a port is at this moment.
     *
     * @param number from 1 to the device's {@code phys_port_cnt}, checked
     */
    default PortAttributes port(int number) {
        throw unsupported("query_port");
    }

    /** An entry of the port's GID table. EINVAL for an index the port does not have. */
    Gid gid(int index);

    /** The user half that belongs to this kernel half. */
    UserProvider userProvider();

    /** Opens the device for a process. */
    DriverContext openContext(AddressSpace memory, Udata udata);

    void closeContext(DriverContext context);

    /** Answers once more what {@link #openContext} answered, for a user half that imports the opened device ({@code query_ucontext}). */
    default void queryContext(DriverContext context, Udata udata) {
        throw unsupported("query_ucontext");
    }

    /** Device memory to map into the process; what an offset means is between the two halves. EINVAL for an unknown one. */
    default MappedPage map(DriverContext context, long offset) {
        throw unsupported("map");
    }

    DriverPd allocPd(DriverContext context, Udata udata);

    void deallocPd(DriverPd pd);

    /**
     * Registers pinned pages.
     *
     * @param iova address by which work requests will name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, checked
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     */
    DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound);

    /**
     * Changes a region: all that is asked or, with a refusal, nothing. EBUSY while a window is bound to it, for a change
     * of its translation or PD, or the loss of MW_BIND or LOCAL_WRITE; the kernel has looked at the ledger, the device
     * decides.
     *
     * @return the region as it is now: with its old keys, or with new ones; then the old keys died first
     */
    default DriverMr reregMr(DriverMr mr, RegionChange change) {
        throw unsupported("rereg_user_mr");
    }

    /** What the device can do with memory that is not pinned. */
    default OdpCapabilities odp() {
        return OdpCapabilities.NONE;
    }

    /**
     * Registers memory without pinning it: its pages are brought in, by {@link AddressSpace#watch}, when the device needs them. EOVERFLOW for a range that
     * wraps. Ended by {@link #deregMr}, never changed.
     *
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     */
    default DriverMr regOnDemand(DriverPd pd, OnDemandRequest request, LedgerCell bound) {
        throw unsupported("on-demand paging");
    }

    /** Whether it imports dma-bufs: {@link #regDmaBuf}. */
    default boolean importsDmaBufs() {
        return false;
    }

    /**
     * Registers a part of an exporter's buffer. Its pages may move at any time. The driver attaches itself, and closes the range when the region
     * ends, by {@link #deregMr}; it is never changed.
     *
     * @param request address is the offset in the buffer; not the whole address space
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     */
    default DriverMr regDmaBuf(DriverPd pd, DmaBufSource buffer, OnDemandRequest request, LedgerCell bound) {
        throw unsupported("reg_user_mr_dmabuf");
    }

    /**
     * Brings pages of an on-demand region in ahead of their use. EFAULT where nothing is mapped; with PREFETCH_NO_FAULT never.
     *
     * @param address as work requests name it, in the region
     * @param length bytes, more than 0
     */
    default void adviseMr(DriverMr mr, MrAdvice advice, long address, long length) {
        throw unsupported("advise_mr");
    }

    /**
     * Allocates a fast-register region: free, without memory and rights, which come by REG_MR requests.
     *
     * @param maxPages pages it may have, 1 to the device's {@code max_fast_reg_page_list_len}
     * @param bound the region's ledger cell
     */
    default DriverMr allocMr(DriverPd pd, int maxPages, LedgerCell bound, Udata udata) {
        throw unsupported("alloc_mr");
    }

    /**
     * Takes in pinned pages that REG_MR requests may name, under a key that gives no access itself. A request of user space names pages
     * by this key and their addresses in the process, never by bus addresses.
     *
     * @param pages whole pages
     * @param users the list's ledger cell: counts the regions registered over it
     */
    default DriverMr regPages(DriverPd pd, PinnedPages pages, LedgerCell users) {
        throw unsupported("page lists");
    }

    /**
     * Registers what another region covers once more, with keys, PD and rights of its own. A device that cannot share
     * translations registers the pages anew, which is what the default does.
     *
     * @param pages of the other region; they stay pinned until both are gone
     */
    default DriverMr shareMr(DriverMr other, DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        return regMr(pd, pages, iova, access, bound);
    }

    /**
     * Allocates memory of the device itself, zeroed. ENOMEM when so much is not left, EINVAL for an alignment that it does not have.
     *
     * @param length bytes, 1 to {@code max_dm_size}
     * @param logAlign log2 of the alignment of its first byte
     * @param udata back: how the user half maps it
     */
    default DriverDm allocDm(DriverContext context, long length, int logAlign, Udata udata) {
        throw unsupported("alloc_dm");
    }

    /** Gives device memory back; no region of it is registered. */
    default void freeDm(DriverDm dm) {
        throw unsupported("dealloc_dm");
    }

    /**
     * Registers a part of device memory, with addresses from 0 on. EINVAL for access that such memory cannot have.
     *
     * @param offset of the first byte in the memory; the range lies inside
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, ZERO_BASED among them
     */
    default DriverMr regDmMr(DriverPd pd, DriverDm dm, long offset, long length, int access) {
        throw unsupported("reg_dm_mr");
    }

    /** Ends a region or a page list; EBUSY while the device knows a window bound to it, or a region registered over it. */
    void deregMr(DriverMr mr);

    default DriverMw allocMw(DriverPd pd, MwType type) {
        throw unsupported("alloc_mw");
    }

    /** Ends a window, bound or not. */
    default void deallocMw(DriverMw mw) {
        throw unsupported("dealloc_mw");
    }

    /** What a window is bound to. */
    default WindowState queryMw(DriverMw mw) {
        throw unsupported("query_mw");
    }

    /** The windows bound to a region; used to name the holder when a destroy is refused. */
    default List<WindowHolder> windowsOf(DriverMr mr) {
        return List.of();
    }

    /**
     * Creates a completion queue.
     *
     * @param cqe completions it must hold
     */
    DriverCq createCq(DriverContext context, int cqe, Udata udata);

    /**
     * Creates a completion queue whose events use one of the {@link #completionVectors}.
     *
     * @param vector below their number
     */
    default DriverCq createCq(DriverContext context, int cqe, int vector, Udata udata) {
        return createCq(context, cqe, udata);
    }

    /**
     * Gives a CQ another ring; entries that are not consumed stay.
     *
     * @param cqe completions it must hold
     */
    default void resizeCq(DriverCq cq, int cqe, Udata udata) {
        throw unsupported("resize_cq");
    }

    /**
     * Moderates the events of a CQ: an event waits for so many completions, but not longer than the period. Either 0 switches moderation
     * off.
     *
     * @param periodMicros on the device's clock
     */
    default void modifyCq(DriverCq cq, int count, int periodMicros) {
        throw unsupported("modify_cq");
    }

    void destroyCq(DriverCq cq);

    /** Creates a shared receive queue over the memory that udata describes. */
    default DriverSrq createSrq(DriverPd pd, SrqRequest request, Udata udata) {
        throw unsupported("create_srq");
    }

    /** Creates an XRC domain. */
    default DriverXrcd allocXrcd() {
        throw unsupported("alloc_xrcd");
    }

    /** Ends an XRC domain; no SRQ and no target is of it any more. */
    default void deallocXrcd(DriverXrcd domain) {
        throw unsupported("dealloc_xrcd");
    }

    /**
     * Creates an SRQ that the peers of an XRC domain name by number.
     *
     * @param cq where its receives complete
     */
    default DriverSrq createXrcSrq(DriverPd pd, DriverXrcd domain, DriverCq cq, SrqRequest request, Udata udata) {
        throw unsupported("create_srq for XRC");
    }

    /** Creates the QP that takes the requests of an XRC peer for the SRQs of a domain. */
    default DriverQp createXrcTarget(DriverXrcd domain, Udata udata) {
        throw unsupported("create_qp for XRC");
    }

    /**
     * Changes an SRQ: all that is asked or, with a refusal, nothing. EINVAL for a new size where the device has no resize.
     *
     * @param mask bits of {@link dev.fenestra.ib.core.vocabulary.SrqAttribute}; values of other bits mean nothing
     */
    default void modifySrq(DriverSrq srq, int mask, int maxWr, int limit) {
        throw unsupported("modify_srq");
    }

    default SrqAttributes querySrq(DriverSrq srq) {
        throw unsupported("query_srq");
    }

    /** Ends an SRQ; no QP takes receives from it any more. */
    default void destroySrq(DriverSrq srq) {
        throw unsupported("destroy_srq");
    }

    /**
     * What the device counts, by name, in an order of its own ({@code get_hw_stats}). Asked at any moment, from any thread: a
     * counter that moves meanwhile may be one behind.
     */
    default SequencedMap<String, Long> statistics() {
        return Collections.emptySortedMap();
    }

    /** What it counts for one region ({@code fill_stat_mr_entry}), such as page faults; as {@link #statistics()}. */
    default SequencedMap<String, Long> statistics(DriverMr mr) {
        return Collections.emptySortedMap();
    }

    /** What it counts for one QP; as {@link #statistics()}. */
    default SequencedMap<String, Long> statistics(DriverQp qp) {
        return Collections.emptySortedMap();
    }

    /** Over how many lines completion events may be spread; 0 when the device has none. */
    default int completionVectors() {
        return 0;
    }

    /** Says where the device's events are delivered, once, before any process opens it. */
    default void deliverTo(DeviceEvents events) {}

    /** The host goes down: the device must not touch kernel memory any more. All contexts are closed. */
    default void shutdown() {}

    DriverQp createQp(DriverPd pd, QpRequest request, Udata udata);

    /** The state the QP is in now; it falls to ERR by itself. */
    QpState queryQpState(DriverQp qp);

    /** What the device knows of a QP ({@code ibv_query_qp}); what it does not know is not in the mask. */
    default QpAttributes queryQp(DriverQp qp) {
        return QpAttributes.to(queryQpState(qp));
    }

    /** Whether a QP in SQD still works on requests begun before ({@code sq_draining}). */
    default boolean isDraining(DriverQp qp) {
        return false;
    }

    /**
     * Applies a transition that the state table allows. To RESET: EBUSY while the device knows a type-2A window bound
     * through the QP.
     *
     * @param from the state the kernel saw
     */
    void modifyQp(DriverQp qp, QpState from, QpAttributes attributes);

    /** Ends a QP; EBUSY while the device knows a type-2A window bound through it. */
    void destroyQp(DriverQp qp);

    /**
     * Creates an object of a kind that only the vendor knows; the user half asks for it by {@link VendorCalls#createObject}.
     *
     * @param udata what it is to be, and room for the answer
     */
    default DriverObject createObject(DriverPd pd, Udata udata) {
        throw unsupported("objects of its own");
    }

    /** Ends an object of the vendor's own kind. */
    default void destroyObject(DriverObject object) {
        throw unsupported("objects of its own");
    }

    /** Answers what only the vendor has words for; the user half asks by {@link VendorCalls#query}. */
    default void query(DriverContext context, Udata udata) {
        throw unsupported("queries of its own");
    }

    /** Resolves the path of an address handle, checked but for the GID index; the answer is for the user half. */
    default DriverAh createAh(DriverPd pd, AhAttributes attributes, Udata udata) {
        throw unsupported("create_ah");
    }

    default void destroyAh(DriverAh ah) {
        throw unsupported("destroy_ah");
    }

    /**
     * Runs what interrupts of this device, and of others on its wire, have put off and no process waits for, such as page faults. Called when the device
     * has worked, by whoever let it, with no lock held; what runs may wait for commands.
     */
    default void serveInterrupts() {}

    /** Lets the device work as far as it can go without waiting; called after an empty poll. */
    default void progress() {}

    /** The device's clock, nanoseconds. */
    default long now() {
        return System.nanoTime();
    }

    /**
     * Like {@link #progress}, for a caller that waits: when nothing is due a virtual clock jumps to the next deadline, not past the
     * limit. When the limit has come, the device has looked at all earlier requests of the caller before this returns.
     */
    default void progressUntil(long limitNanos) {
        progress();
        Thread.onSpinWait();
    }

    private VerbsException unsupported(String operation) {
        return new VerbsException(Errno.EOPNOTSUPP, SpiRule.UNSUPPORTED, name() + " has no " + operation);
    }
}
