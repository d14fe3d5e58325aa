package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.OrderedTable;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.DeviceOpening;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserDm;
import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A device that a process has opened ({@code ibv_context}). It creates all other objects. */
public final class Context implements AutoCloseable {
    private final KernelContext kernel;
    private final DeviceAttributes attributes;
    private final UserContext user;
    private final UserProcess process;
    private final ProcessMemory memory;
    /** The objects that are open, by handle, in order of creation. Guarded by itself. */
    private final OrderedTable<VerbsObject> objects = new OrderedTable<>(VerbsObject::listKey);

    private final AsyncEventReader asyncEvents;
    private final int descriptor;
    private volatile @Nullable VerbsObserver observer;
    private volatile boolean open = true;
    /** Guarded by the objects. */
    private int lastOwnHandle;

    Context(KernelContext kernel, UserContext user, Process process, int descriptor) {
        this.kernel = kernel;
        attributes = kernel.queryDevice();
        this.user = user;
        this.process = UserProcess.of(process);
        memory = process.memory();
        this.descriptor = descriptor;
        asyncEvents = new AsyncEventReader(this, kernel);
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
        LateDoor door = new LateDoor();
        Pending<UserContext> pending =
                opening.userProvider().prepareContext(process.memory(), door, opening.observer());
        KernelContext kernel = pending.during(opening::getContext);
        door.open(kernel);
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
        return attributes;
    }

    /**
     * {@return the on-demand paging of the device ({@code odp_caps} of {@code ibv_query_device_ex})}
     */
    public OdpCapabilities odpCapabilities() {
        calling("ibv_query_device_ex");
        return kernel.queryOdp();
    }

    /** {@return the identity of the device: the other fields of {@code ibv_query_device}} */
    public DeviceIdentity identity() {
        calling("ibv_query_device");
        return kernel.queryIdentity();
    }

    /**
     * {@return the present state of a port ({@code ibv_query_port})}
     *
     * @param number from 1 to the device's {@code phys_port_cnt}, else EINVAL
     */
    public PortAttributes port(int number) {
        calling("ibv_query_port", () -> CallArguments.of("port_num", number));
        return kernel.queryPort(number);
    }

    /**
     * {@return an entry of the port's GID table; {@link Gid#UNSPECIFIED} for an empty one} EINVAL for an index that the
     * table does not have.
     *
     * @param index from 0
     */
    public Gid gid(int index) {
        calling("ibv_query_gid", () -> CallArguments.of("index", index));
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
        return new DeviceClock(this);
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
        checkOpen();
        return new Memory(memory, memory.allocate(bytes), bytes);
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
        checkOpen();
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
     *     when the host has no bus addresses left for it. The host has as many for segments as for its own memory, at
     *     least 1 GiB, and a segment takes them in units of 2 MiB
     */
    public Memory map(MemorySegment segment) {
        checkOpen();
        return new Memory(memory, memory.map(segment), segment.byteSize());
    }

    /**
     * Maps memory of another device into the program (PeerDirect). It can be registered, but not reregistered, and no
     * window can be bound to it.
     *
     * @param segment as {@link dev.fenestra.ib.core.memory.ProcessMemory#map(MemorySegment)} takes it, else EINVAL
     * @return the memory
     */
    public Memory mapPeer(MemorySegment segment) {
        checkOpen();
        return new Memory(memory, memory.mapPeer(segment), segment.byteSize());
    }

    /**
     * {@return zeroed memory of the program at an address of its choice, for example to replay another program}
     *
     * @param address page-aligned, in the user half of the address space, else EINVAL
     * @param bytes rounded up to whole pages
     * @throws VerbsException EEXIST where something is mapped, ENOMEM when the host has no frames left
     */
    public Memory allocateAt(long address, long bytes) {
        checkOpen();
        memory.allocateAt(address, bytes);
        return new Memory(memory, address, bytes);
    }

    /**
     * {@return memory in contiguous frames if the host has such a run, else in any frames}
     *
     * @param bytes rounded up to whole pages
     */
    Memory allocateContiguous(long bytes) {
        try {
            return new Memory(memory, memory.allocateContiguous(bytes), bytes);
        } catch (VerbsException noRun) {
            if (noRun.errno() != Errno.ENOMEM) {
                throw noRun;
            }
            return allocate(bytes);
        }
    }

    /**
     * Allocates a protection domain ({@code ibv_alloc_pd}).
     *
     * @return the PD
     * @throws VerbsException ENOMEM beyond the device's {@code max_pd}
     */
    public ProtectionDomain allocPd() {
        calling("ibv_alloc_pd");
        Pending<UserState> pending = user.preparePd();
        int handle = pending.during(udata -> kernel.pds().allocate(udata));
        return opened(new ProtectionDomain(this, handle, pending.complete(handle)));
    }

    /**
     * {@return another object for a PD that is known by its handle only ({@code ibv_import_pd}), such as a PD of the
     * context that this one was imported from} Closing the object leaves the PD as it is. There is no system call: an
     * unknown handle is refused with ENOENT when it is used.
     *
     * @param handle the PD's handle in the kernel
     */
    public ProtectionDomain importPd(int handle) {
        calling("ibv_import_pd", () -> CallArguments.of("handle", handle));
        return opened(ProtectionDomain.imported(this, handle));
    }

    /**
     * Creates a CQ without events ({@code ibv_create_cq}).
     *
     * @param cqe completions it must hold, 1 to the device's maximum, else EINVAL
     * @return the CQ, empty and not armed
     */
    public CompletionQueue createCq(int cqe) {
        return createCq(cqe, null, 0);
    }

    /**
     * {@return a CQ whose events go to a channel} EOPNOTSUPP when the device has none.
     *
     * @param cqe as for {@link #createCq(int)}
     * @param channel where its events go
     */
    public CompletionQueue createCq(int cqe, CompletionChannel channel) {
        return createCq(cqe, channel, 0);
    }

    /**
     * {@return a CQ whose events go to a channel and use one of the device's interrupts}
     *
     * @param cqe as for {@link #createCq(int)}
     * @param channel where its events go
     * @param vector below {@link #completionVectors}, else EINVAL
     */
    public CompletionQueue createCq(int cqe, @Nullable CompletionChannel channel, int vector) {
        return createCq(cqe, channel, vector, user::prepareCq);
    }

    CompletionQueue createCq(
            int cqe, @Nullable CompletionChannel channel, int vector, IntFunction<Pending<UserCq>> layout) {
        return new CqCreation(cqe, channel, vector, Set.of()).in(this, layout);
    }

    /**
     * {@return a CQ whose completions have extended fields, which its {@link CompletionQueue#cursor} reads
     * ({@code ibv_create_cq_ex})}
     *
     * @param cqe as for {@link #createCq(int)}
     * @param fields the extended fields of its completions
     * @throws VerbsException EOPNOTSUPP when the device stamps no completions
     */
    public CompletionQueue createCqEx(int cqe, WcExField... fields) {
        return createCqEx(cqe, null, 0, fields);
    }

    /**
     * {@return the same with completion events}
     *
     * @param cqe as for {@link #createCq(int)}
     * @param channel where its events go; null for none
     * @param vector the interrupt of its events, as for {@link #createCq(int, CompletionChannel, int)}
     * @param fields the extended fields of its completions
     * @throws VerbsException EOPNOTSUPP when the device stamps no completions
     */
    public CompletionQueue createCqEx(int cqe, @Nullable CompletionChannel channel, int vector, WcExField... fields) {
        return new CqCreation(cqe, channel, vector, Set.of(fields)).in(this, user::prepareCq);
    }

    /**
     * {@return a CQ without events whose polls take no lock ({@code IBV_CREATE_CQ_ATTR_SINGLE_THREADED})} The caller
     * promises that one thread at a time polls it.
     *
     * @param cqe as for {@link #createCq(int)}
     */
    public CompletionQueue createSingleThreadedCq(int cqe) {
        return createCq(cqe, null, 0, user::prepareSingleThreadedCq);
    }

    /** The provider lays out only what the device supports. The kernel refuses the rest. */
    int feasibleCqe(int cqe) {
        return Math.clamp(cqe, 1, Math.max(1, attributes.maxCqe()));
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
        calling("ibv_alloc_dm", () -> CallArguments.of("length", length).with("log_align_req", logAlign));
        Pending<UserDm> pending = user.prepareDm(length);
        int handle = pending.during(udata -> kernel.dms().allocate(length, logAlign, udata));
        return opened(new DeviceMemory(this, handle, pending.complete(handle), length));
    }

    /** {@return a thread domain, a promise for parent domains ({@code ibv_alloc_td})} No system call. */
    public ThreadDomain allocTd() {
        calling("ibv_alloc_td");
        return opened(new ThreadDomain(this));
    }

    /** {@return an XRC domain that only this process can open} EOPNOTSUPP when the device has none. */
    public XrcDomain openXrcDomain() {
        calling("ibv_open_xrcd");
        return opened(new XrcDomain(this, kernel.xrc().open(null, XrcdFlag.O_CREAT.bit())));
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
        calling("ibv_open_xrcd");
        return opened(new XrcDomain(this, kernel.xrc().open(name, XrcdFlag.mask(flags))));
    }

    /** {@return a channel for the completion events of CQs} */
    public CompletionChannel createCompletionChannel() {
        calling("ibv_create_comp_channel");
        return opened(new CompletionChannel(this, kernel.events().createChannel()));
    }

    /**
     * Takes the oldest asynchronous event. When there is none, the device gets one turn. The program must acknowledge
     * the event.
     *
     * @return the event; empty when there is none
     */
    public Optional<AsyncEvent> pollAsyncEvent() {
        checkOpen();
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
        checkOpen();
        return asyncEvents.await(timeout);
    }

    /**
     * {@return a vendor's own interface to this opened device}
     *
     * @param <T> that interface
     * @param type the interface that the vendor declares
     */
    public <T> Optional<T> unwrap(Class<T> type) {
        checkOpen();
        return user.unwrap(type);
    }

    /**
     * Sets the observer of this context.
     *
     * @param newObserver gets each call and post from now on; null for none
     */
    public void observe(@Nullable VerbsObserver newObserver) {
        observer = newObserver;
    }

    /** {@return the objects that are still open, oldest first} */
    public List<VerbsObject> openObjects() {
        synchronized (objects) {
            return List.copyOf(objects.list());
        }
    }

    /**
     * Closes the device. Throws an {@link IllegalStateException} that names the objects that are still open. A second
     * call does nothing.
     */
    @Override
    public synchronized void close() {
        if (!open) {
            return;
        }
        List<VerbsObject> left = openObjects();
        if (!left.isEmpty()) {
            throw new IllegalStateException("still open: " + left);
        }
        calling("ibv_close_device");
        process.closeFile(descriptor);
        user.close();
        open = false;
    }

    KernelContext kernel() {
        return kernel;
    }

    UserContext user() {
        return user;
    }

    @Nullable
    VerbsObserver observer() {
        return observer;
    }

    /**
     * Begins a control verb.
     *
     * @param verb the name of the verb, such as {@code ibv_reg_mr}
     */
    void calling(String verb) {
        calling(verb, () -> CallArguments.NONE);
    }

    /** Begins a control verb on an object alone, such as one that destroys it. */
    void calling(String verb, VerbsObject object) {
        calling(verb, () -> CallArguments.of("handle", object.handle()));
    }

    /**
     * Begins a control verb.
     *
     * @param arguments makes what it was given; called only when somebody watches
     */
    void calling(String verb, Supplier<CallArguments> arguments) {
        checkOpen();
        VerbsObserver watching = observer;
        if (watching != null) {
            watching.call(verb, arguments);
        }
    }

    /**
     * Notes in the host's log a refusal that the kernel has not seen.
     *
     * @param <T> that interface
     */
    <T extends VerbsException> T logged(String layer, T refused) {
        kernel.refused(new Refusal(
                layer,
                refused.rule().id(),
                refused.rule().violation(),
                refused.errno().name(),
                refused.values()));
        return refused;
    }

    void checkOwn(VerbsObject object) {
        if (object.context() != this) {
            throw logged("uverbs", new VerbsException(VerbsRule.ONE_CONTEXT, object.toString()));
        }
    }

    <T extends VerbsObject> T opened(T object) {
        synchronized (objects) {
            objects.add(object);
        }
        return object;
    }

    /** A new handle for an object that the kernel does not know: below 0, and never the same again. */
    int handleOfOurs() {
        synchronized (objects) {
            return --lastOwnHandle;
        }
    }

    void closed(VerbsObject object) {
        synchronized (objects) {
            objects.remove(object);
        }
    }

    /** The open object of a handle, or null. */
    <T extends VerbsObject> @Nullable T find(int handle, Class<T> type) {
        synchronized (objects) {
            VerbsObject object = objects.find(handle);
            return type.isInstance(object) ? type.cast(object) : null;
        }
    }

    void checkOpen() {
        if (!open) {
            throw new IllegalStateException("context of " + device() + " is closed");
        }
    }
}
