package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.DeviceOpening;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserDm;
import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.memory.DeviceMemory;
import dev.fenestra.uverbs.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A device that a process has opened ({@code ibv_context}). It creates all other objects. */
public final class Context implements AutoCloseable {
    private final OpenDevice device;
    private final KernelContext kernel;
    private final UserContext user;
    private final UserProcess process;
    private final ProcessMemory memory;
    private final AsyncEventReader asyncEvents;
    private final int descriptor;

    Context(KernelContext kernel, UserContext user, Process process, int descriptor) {
        device = new OpenDevice(kernel, user, process);
        this.kernel = kernel;
        this.user = user;
        this.process = UserProcess.of(process);
        memory = process.memory();
        this.descriptor = descriptor;
        asyncEvents = new AsyncEventReader(device);
    }

    /**
     * Opens a device. Only test benches call this, since they own hosts and processes. A program gets an opened context
     * and does not see the type of a process.
     *
     * @param process that opens it
     * @param device name of the device on its host, such as {@code mlx5_0}
     * @return the opened device
     * @throws VerbsException ENXIO when the host has no device of this name
     */
    @SuppressWarnings("exports")
    public static Context open(Process process, String device) {
        DeviceOpening opening = process.open(device);
        LateSystemCalls calls = new LateSystemCalls();
        Pending<UserContext> pending =
                opening.userProvider().prepareContext(process.memory(), calls, opening.observer());
        KernelContext kernel = pending.during(opening::getContext);
        calls.open(kernel);
        try {
            return new Context(
                    kernel, pending.complete(0), process, process.files().open(kernel));
        } catch (VerbsException refused) {
            kernel.close();
            throw refused;
        }
    }

    /** {@return the device's name on its host} */
    public String device() {
        return kernel.device();
    }

    /** {@return its number in the host's list of open devices} */
    public int number() {
        return kernel.number();
    }

    /** {@return the file descriptor of the opened device ({@code cmd_fd}), for {@link UserProcess#importDevice}} */
    public int descriptor() {
        return descriptor;
    }

    /** {@return the process that opened it} */
    public UserProcess process() {
        return process;
    }

    /** {@return limits and capabilities of the device ({@code ibv_query_device}), queried once when it was opened} */
    public DeviceAttributes deviceAttributes() {
        return device.attributes();
    }

    /**
     * {@return the on-demand paging of the device ({@code odp_caps} of {@code ibv_query_device_ex})}
     */
    public OdpCapabilities odpCapabilities() {
        device.calling("ibv_query_device_ex");
        return kernel.queryOdp();
    }

    /** {@return the identity of the device: the other fields of {@code ibv_query_device}} */
    public DeviceIdentity identity() {
        device.calling("ibv_query_device");
        return kernel.queryIdentity();
    }

    /**
     * {@return the present state of a port ({@code ibv_query_port})}
     *
     * @param number from 1 to the device's {@code phys_port_cnt}, else EINVAL
     */
    public PortAttributes port(int number) {
        device.calling("ibv_query_port", () -> CallArguments.of("port_num", number));
        return kernel.queryPort(number);
    }

    /**
     * {@return an entry of the port's GID table; {@link Gid#UNSPECIFIED} for an empty one} EINVAL for an index that the
     * table does not have.
     *
     * @param index from 0
     */
    public Gid gid(int index) {
        device.calling("ibv_query_gid", () -> CallArguments.of("index", index));
        return kernel.queryGid(index);
    }

    /**
     * {@return how many interrupts the device has for completion events ({@code num_comp_vectors}); 0 without such
     * events}
     */
    public int completionVectors() {
        return kernel.cqs().vectors();
    }

    /** {@return the clock by which the device stamps completions} */
    public DeviceClock clock() {
        return new DeviceClock(device);
    }

    /** {@return the time of the device, nanoseconds} */
    public long now() {
        return kernel.now();
    }

    /** Gives the device one turn, as a poll of an empty CQ does. No system call. */
    public void progress() {
        kernel.progress();
    }

    /**
     * Lets the device work until this time has passed on its clock. A virtual clock is there at once. No system call.
     *
     * @param time on the device's clock
     */
    public void run(Duration time) {
        long limit = now() + time.toNanos();
        while (now() - limit < 0) {
            kernel.progressUntil(limit);
        }
    }

    /**
     * {@return zeroed memory of the program, page-aligned} ENOMEM when the host has no frames left.
     *
     * @param bytes rounded up to whole pages
     */
    public Memory allocate(long bytes) {
        device.checkOpen();
        return new Memory(memory, memory.allocate(bytes), bytes, MapOptions.USUAL);
    }

    /**
     * {@return zeroed memory of the program ({@code mmap})} A page takes a frame of the host when it is first touched.
     * So the memory may be larger than the host's.
     *
     * @param bytes rounded up to whole pages
     * @param options page size, and whether it may be locked
     * @throws VerbsException EINVAL for no bytes, ENOMEM at the end of the address space
     */
    public Memory map(long bytes, MapOptions options) {
        device.checkOpen();
        return new Memory(memory, memory.map(bytes, options), bytes, options);
    }

    /**
     * Maps native memory of this Java program into the process, without a copy. It can be registered and used like
     * other memory. It has the segment's offset in a page, so aligned bytes stay aligned; the other bytes of its first
     * and last page are not mapped. A read-only segment is mapped read-only. Memory of a mapped file is allowed.
     *
     * <p>The segment stays reachable while it is mapped or registered. When its arena is closed nevertheless, local
     * requests that use it complete with LOC_PROT_ERR, and requests of peers are refused as remote access errors. Bytes
     * that a device moves at that moment are lost.
     *
     * @param segment native memory of this Java program
     * @return the memory
     * @throws VerbsException EINVAL for a segment on the heap, of a confined or closed arena, or of 0 bytes; ENOMEM
     *     when the host has no bus addresses left for it. The host has eight times as many for segments as for its own
     *     memory, at least 1 GiB, and a segment takes them in units of 2 MiB
     */
    public Memory map(MemorySegment segment) {
        device.checkOpen();
        return new Memory(memory, memory.map(segment), segment.byteSize(), MapOptions.USUAL);
    }

    /**
     * Maps memory of another device into the program (PeerDirect). It can be registered, but not reregistered, and no
     * window can be bound to it.
     *
     * @param segment as {@link dev.fenestra.ib.core.memory.ProcessMemory#map(MemorySegment)} takes it, else EINVAL
     * @return the memory
     */
    public Memory mapPeer(MemorySegment segment) {
        device.checkOpen();
        return new Memory(memory, memory.mapPeer(segment), segment.byteSize(), MapOptions.USUAL);
    }

    /**
     * {@return zeroed memory of the program at an address of its choice, for example to replay another program}
     *
     * @param address page-aligned, in the user half of the address space, else EINVAL
     * @param bytes rounded up to whole pages
     * @throws VerbsException EEXIST where something is mapped, ENOMEM when the host has no frames left
     */
    public Memory allocateAt(long address, long bytes) {
        device.checkOpen();
        memory.allocateAt(address, bytes);
        return new Memory(memory, address, bytes, MapOptions.USUAL);
    }

    /**
     * Allocates a protection domain ({@code ibv_alloc_pd}).
     *
     * @return the PD
     * @throws VerbsException ENOMEM beyond the device's {@code max_pd}
     */
    public ProtectionDomain allocPd() {
        device.calling("ibv_alloc_pd");
        Pending<UserState> pending = user.preparePd();
        int handle = pending.during(udata -> kernel.pds().allocate(udata));
        return device.opened(new ProtectionDomain(this, device, handle, pending.complete(handle)));
    }

    /**
     * {@return another object for a PD that is known by its handle only ({@code ibv_import_pd}), such as a PD of the
     * context that this one was imported from} Closing the object leaves the PD as it is. There is no system call: an
     * unknown handle is refused with ENOENT when it is used.
     *
     * @param handle the PD's handle in the kernel
     */
    public ProtectionDomain importPd(int handle) {
        device.calling("ibv_import_pd", () -> CallArguments.of("handle", handle));
        return device.opened(ProtectionDomain.imported(this, device, handle));
    }

    /**
     * Creates a CQ ({@code ibv_create_cq_ex}).
     *
     * @param spec its room, its events and its fields
     * @return the CQ, empty and not armed
     * @throws VerbsException EINVAL for a room or an interrupt that the device does not have; EOPNOTSUPP when it has no
     *     events or stamps no completions, and they are asked for
     */
    public CompletionQueue createCq(CqSpec spec) {
        return CqCreation.create(device, user, spec);
    }

    /**
     * Creates a CQ without events ({@code ibv_create_cq}).
     *
     * @param cqe completions it must hold, 1 to the device's maximum, else EINVAL
     * @return the CQ, empty and not armed
     */
    public CompletionQueue createCq(int cqe) {
        return createCq(CqSpec.of(cqe));
    }

    /**
     * {@return memory on the card itself, page-aligned there}
     *
     * @param length bytes
     */
    public DeviceMemory allocDm(long length) {
        return allocDm(length, 0);
    }

    /**
     * {@return memory on the card itself, zeroed ({@code ibv_alloc_dm})}
     *
     * @param length bytes
     * @param logAlign log2 of the alignment of its first byte
     * @throws VerbsException EOPNOTSUPP when the device has none, EINVAL for no bytes, for more than {@code
     *     max_dm_size} or an alignment that it does not have, ENOMEM when the card has less left
     */
    public DeviceMemory allocDm(long length, int logAlign) {
        device.calling("ibv_alloc_dm", () -> CallArguments.of("length", length).with("log_align_req", logAlign));
        Pending<UserDm> pending = user.prepareDm(length);
        int handle = pending.during(udata -> kernel.dms().allocate(length, logAlign, udata));
        return device.opened(new DeviceMemory(device, handle, pending.complete(handle), length));
    }

    /** {@return a thread domain, a promise for parent domains ({@code ibv_alloc_td})} No system call. */
    public ThreadDomain allocTd() {
        device.calling("ibv_alloc_td");
        return device.opened(new ThreadDomain(device));
    }

    /** {@return an XRC domain that only this process can open} EOPNOTSUPP when the device has none. */
    public XrcDomain openXrcDomain() {
        device.calling("ibv_open_xrcd");
        return device.opened(new XrcDomain(this, device, kernel.xrc().open(null, XrcdFlag.O_CREAT.bit())));
    }

    /**
     * {@return an XRC domain that processes of this host share by its name ({@code ibv_open_xrcd})} Linux identifies it
     * by the inode of a file instead.
     *
     * @param name of the domain on this host; null for a domain of this process only
     * @param flags O_CREAT to make it when there is none, O_EXCL to refuse one that is there
     * @throws VerbsException EAGAIN when there is none and O_CREAT is not given, EINVAL when there is one and O_EXCL is
     *     given, EOPNOTSUPP when the device has no XRC
     */
    public XrcDomain openXrcDomain(String name, XrcdFlag... flags) {
        device.calling("ibv_open_xrcd");
        return device.opened(new XrcDomain(this, device, kernel.xrc().open(name, XrcdFlag.mask(flags))));
    }

    /** {@return a channel for the completion events of CQs} */
    public CompletionChannel createCompletionChannel() {
        device.calling("ibv_create_comp_channel");
        return device.opened(new CompletionChannel(device, kernel.events().createChannel()));
    }

    /**
     * Takes the oldest asynchronous event. When there is none, the device gets one turn. The program must acknowledge
     * the event.
     *
     * @return the event; empty when there is none
     */
    public Optional<AsyncEvent> pollAsyncEvent() {
        device.checkOpen();
        return asyncEvents.poll();
    }

    /**
     * Waits for the next asynchronous event ({@code ibv_get_async_event}) and takes it. It must be acknowledged.
     *
     * @param timeout on the device's clock
     * @return the event
     * @throws VerbsException EAGAIN when none comes in time
     */
    public AsyncEvent awaitAsyncEvent(Duration timeout) {
        device.checkOpen();
        return asyncEvents.await(timeout);
    }

    /**
     * {@return a vendor's own interface to this opened device}
     *
     * @param <T> that interface
     * @param type the interface that the vendor declares
     */
    public <T> Optional<T> unwrap(Class<T> type) {
        device.checkOpen();
        return user.unwrap(type);
    }

    /**
     * Adds an observer of this context.
     *
     * @param observer gets each call and post from now on, after the observers before it
     */
    public void addObserver(VerbsObserver observer) {
        device.addObserver(observer);
    }

    /**
     * Removes an observer of this context.
     *
     * @param observer gets no more calls; one that was not added is ignored
     */
    public void removeObserver(VerbsObserver observer) {
        device.removeObserver(observer);
    }

    /** {@return the objects that are still open, oldest first} */
    public List<VerbsObject> openObjects() {
        return device.objects();
    }

    /**
     * Closes the device. Throws an {@link IllegalStateException} that names the objects that are still open. A second
     * call does nothing.
     */
    @Override
    public synchronized void close() {
        if (!device.isOpen()) {
            return;
        }
        List<VerbsObject> left = openObjects();
        if (!left.isEmpty()) {
            throw new IllegalStateException(
                    "still open: " + left.stream().map(VerbsObject::name).toList());
        }
        device.calling("ibv_close_device");
        device.process().files().close(descriptor);
        device.close();
    }

    /** {@return what the objects of this context know of it} Only rooms of this module can use it. */
    @SuppressWarnings("exports")
    public OpenDevice opened() {
        return device;
    }
}
