package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.AsyncEventResponse;
import dev.fenestra.ib.core.kernel.OrderedTable;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.DeviceOpening;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserDm;
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
import org.jspecify.annotations.Nullable;

/** A device opened by a process ({@code ibv_context}): everything else comes from here. */
public final class Context implements AutoCloseable {
    private final KernelContext kernel;
    private final UserContext user;
    private final ProcessMemory memory;
    private final UserProcess process;
    private final DeviceAttributes attributes;
    /** By handle, oldest first. */
    private final OrderedTable<VerbsObject> objects = new OrderedTable<>(VerbsObject::listKey);

    private volatile @Nullable VerbsObserver observer;
    private final int descriptor;
    private int lastOfOurs;
    private volatile boolean open = true;

    Context(KernelContext kernel, UserContext user, Process process, int descriptor) {
        this.kernel = kernel;
        this.user = user;
        this.process = UserProcess.of(process);
        this.descriptor = descriptor;
        memory = process.memory();
        attributes = kernel.queryDevice();
    }

    /**
     * Opens a device. For test benches, which own hosts and processes; programs are handed opened contexts, and cannot
     * see the type of a process.
     *
     * @throws VerbsException ENXIO when the host has no device of this name
     */
    @SuppressWarnings("exports")
    public static Context open(Process process, String device) {
        DeviceOpening opening = process.open(device);
        LateDoor door = new LateDoor();
        Pending<UserContext> pending =
                opening.userProvider().prepareContext(process.memory(), door, opening.observer());
        KernelContext kernel;
        try {
            kernel = opening.getContext(pending.udata());
        } catch (VerbsException refused) {
            pending.discard();
            throw refused;
        }
        door.open(kernel);
        try {
            return new Context(
                    kernel, pending.complete(0), process, process.files().open(kernel));
        } catch (VerbsException refused) {
            kernel.close();
            throw refused;
        }
    }

    /** The file descriptor of the opened device ({@code cmd_fd}), for {@link UserProcess#importDevice}. */
    public int descriptor() {
        return descriptor;
    }

    /** The device's name on its host. */
    public String device() {
        return kernel.device();
    }

    /** The process that opened it. */
    public UserProcess process() {
        return process;
    }

    /** By which its host lists it among the open devices. */
    public int number() {
        return kernel.number();
    }

    public DeviceAttributes deviceAttributes() {
        return attributes;
    }

    /** What the device can do with memory that is not pinned ({@code odp_caps} of {@code ibv_query_device_ex}). */
    public OdpCapabilities odpCapabilities() {
        calling("ibv_query_device_ex");
        return kernel.queryOdp();
    }

    /** Which device it is: the rest of what {@code ibv_query_device} tells. */
    public DeviceIdentity identity() {
        calling("ibv_query_device");
        return kernel.queryIdentity();
    }

    /**
     * What a port is at this moment ({@code ibv_query_port}).
     *
     * @param number from 1 to the device's {@code phys_port_cnt}, else EINVAL
     */
    public PortAttributes port(int number) {
        calling("ibv_query_port");
        return kernel.queryPort(number);
    }

    /** An entry of the port's GID table; EINVAL for an index the port does not have. */
    public Gid gid(int index) {
        calling("ibv_query_gid");
        return kernel.queryGid(index);
    }

    public ProtectionDomain allocPd() {
        calling("ibv_alloc_pd");
        return opened(new ProtectionDomain(this, kernel.pds().allocate(Udata.none())));
    }

    /**
     * Another object for a PD of which only the handle is known ({@code ibv_import_pd}), such as one of the context
     * that this one was imported from. Closing it leaves the PD as it is. No system call: an unknown handle is ENOENT
     * when it is used.
     */
    public ProtectionDomain importPd(int handle) {
        calling("ibv_import_pd");
        return opened(ProtectionDomain.imported(this, handle));
    }

    /**
     * @param cqe completions it must hold, 1 to the device's maximum, else EINVAL
     */
    public CompletionQueue createCq(int cqe) {
        return createCq(cqe, null, 0);
    }

    /** A CQ whose events go to a channel; EOPNOTSUPP when the device has none. */
    public CompletionQueue createCq(int cqe, CompletionChannel channel) {
        return createCq(cqe, channel, 0);
    }

    /**
     * A CQ whose events go to a channel and use one of the device's interrupts.
     *
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
     * A CQ whose completions say more than usual, to be polled by its {@link CompletionQueue#cursor}
     * ({@code ibv_create_cq_ex}).
     *
     * @param cqe as for {@link #createCq(int)}
     * @throws VerbsException EOPNOTSUPP when the device stamps no completions
     */
    public CompletionQueue createCqEx(int cqe, WcExField... fields) {
        return new CqCreation(cqe, null, 0, Set.of(fields)).in(this, user::prepareCq);
    }

    /** The clock by which the device stamps completions. */
    public DeviceClock clock() {
        return new DeviceClock(this);
    }

    /**
     * A CQ without events that one thread at a time polls, by the caller's promise: then polling takes no lock
     * ({@code IBV_CREATE_CQ_ATTR_SINGLE_THREADED}).
     *
     * @param cqe as for {@link #createCq(int)}
     */
    public CompletionQueue createSingleThreadedCq(int cqe) {
        return createCq(cqe, null, 0, user::prepareSingleThreadedCq);
    }

    /** The kernel judges what is asked; the provider only lays out what can be. */
    int feasibleCqe(int cqe) {
        return Math.clamp(cqe, 1, Math.max(1, attributes.maxCqe()));
    }

    /** A promise for parent domains ({@code ibv_alloc_td}); no system call. */
    public ThreadDomain allocTd() {
        calling("ibv_alloc_td");
        return opened(new ThreadDomain(this));
    }

    /** An XRC domain that only this process can open; EOPNOTSUPP when the device has none. */
    public XrcDomain openXrcDomain() {
        calling("ibv_open_xrcd");
        return opened(new XrcDomain(this, kernel.xrc().open(null, XrcdFlag.O_CREAT.bit())));
    }

    /**
     * An XRC domain that processes of this host share by its name, where Linux has the inode of a file
     * ({@code ibv_open_xrcd}).
     *
     * @throws VerbsException EAGAIN when there is none and O_CREAT is not given, EINVAL when there is one and O_EXCL is
     *     given,
     *     EOPNOTSUPP when the device has no XRC
     */
    public XrcDomain openXrcDomain(String name, XrcdFlag... flags) {
        calling("ibv_open_xrcd");
        return opened(new XrcDomain(this, kernel.xrc().open(name, XrcdFlag.mask(flags))));
    }

    /**
     * How many interrupts ({@code num_comp_vectors}) completion events can be spread over; 0 for a device without such
     * events.
     */
    public int completionVectors() {
        return kernel.cqs().vectors();
    }

    /** A channel for the completion events of CQs. */
    public CompletionChannel createCompletionChannel() {
        calling("ibv_create_comp_channel");
        return opened(new CompletionChannel(this, kernel.events().createChannel()));
    }

    /**
     * Takes the oldest asynchronous event if there is one; lets the device get to work when there is none. The event
     * must be acknowledged.
     */
    public Optional<AsyncEvent> pollAsyncEvent() {
        checkOpen();
        if (!kernel.events().hasAsync()) {
            kernel.progress();
        }
        return kernel.events().hasAsync() ? readAsyncEvent() : Optional.empty();
    }

    /**
     * Waits for the next asynchronous event ({@code ibv_get_async_event}) and takes it. It must be acknowledged.
     *
     * @param timeout on the device's clock
     * @throws VerbsException EAGAIN when none comes in time
     */
    public AsyncEvent awaitAsyncEvent(Duration timeout) {
        checkOpen();
        return EventWait.await(this, timeout, kernel.events()::hasAsync, this::readAsyncEvent, "asynchronous event");
    }

    private Optional<AsyncEvent> readAsyncEvent() {
        calling("ibv_get_async_event");
        return kernel.events().readAsync().flatMap(this::taken);
    }

    private Optional<AsyncEvent> taken(AsyncEventResponse event) {
        VerbsObject object = find(event.handle(), VerbsObject.class);
        UnackedEvents account = object == null ? null : object.asyncEvents();
        if (account != null) {
            account.taken();
        } else if (event.handle() != 0) {
            return Optional.empty();
        }
        return Optional.of(new AsyncEvent(event.type(), object, event.port(), event.cause()));
    }

    void checkOwn(VerbsObject object) {
        if (object.context() != this) {
            throw logged("uverbs", new VerbsException(Errno.ENOENT, VerbsRule.ONE_CONTEXT, object.toString()));
        }
    }

    /** Zeroed memory of the program, page-aligned; ENOMEM when the host has no frames left. */
    public Memory allocate(long bytes) {
        checkOpen();
        return new Memory(memory, memory.allocate(bytes), bytes);
    }

    /**
     * Zeroed memory of the program, of which each page takes room on the host only when it is touched first
     * ({@code mmap}). It may be larger than the host's memory.
     *
     * @param bytes rounded up to whole pages
     * @throws VerbsException EINVAL for no bytes, ENOMEM at the end of the address space
     */
    public Memory map(long bytes, MapOptions options) {
        checkOpen();
        return new Memory(memory, memory.map(bytes, options), bytes, options);
    }

    /**
     * Native memory of this Java program as memory of the process, without a copy: to be registered and used like any
     * other. It begins at the same place of a page as the segment, so what is aligned stays so; the bytes around it in
     * its first and last page are not mapped. A read-only segment is mapped read-only, and memory of a mapped file is
     * as good as any.
     *
     * <p>While it is mapped or registered the segment stays reachable. When its arena is closed all the same, requests
     * that use it complete with LOC_PROT_ERR, and requests of peers are refused as remote accesses; bytes that were on
     * their way at that moment are lost.
     *
     * @throws VerbsException EINVAL for a segment on the heap, of a confined or closed arena, or of 0 bytes; ENOMEM
     *     when the host has no bus addresses
     *     left for it: it has as many as for its own memory, at least 1 GiB, and a segment takes whole 2 MiB of them
     */
    public Memory map(MemorySegment segment) {
        checkOpen();
        return new Memory(memory, memory.map(segment), segment.byteSize());
    }

    /** Memory on the card itself, page-aligned there. */
    public DeviceMemory allocDm(long length) {
        return allocDm(length, 0);
    }

    /**
     * Memory on the card itself, zeroed ({@code ibv_alloc_dm}).
     *
     * @param logAlign log2 of the alignment of its first byte
     * @throws VerbsException EOPNOTSUPP when the device has none, EINVAL for no bytes, for more than
     *     {@code max_dm_size} or an alignment
     *     that it does not have, ENOMEM when so much is not left
     */
    public DeviceMemory allocDm(long length, int logAlign) {
        calling("ibv_alloc_dm");
        Pending<UserDm> pending = user.prepareDm(length);
        int handle;
        try {
            handle = kernel.dms().allocate(length, logAlign, pending.udata());
        } catch (VerbsException refused) {
            pending.discard();
            throw refused;
        }
        return opened(new DeviceMemory(this, handle, pending.complete(handle), length));
    }

    /** Memory whose pages lie beside each other, if the host has such a run. */
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
     * Maps memory of another device into the program (PeerDirect): it can be registered, but not anew, and no window is
     * bound to it.
     *
     * @param segment as {@link dev.fenestra.ib.core.memory.ProcessMemory#map(MemorySegment)} takes it, else EINVAL
     */
    public Memory mapPeer(MemorySegment segment) {
        checkOpen();
        return new Memory(memory, memory.mapPeer(segment), segment.byteSize());
    }

    /** A vendor's own interface to this opened device. */
    public <T> Optional<T> unwrap(Class<T> type) {
        checkOpen();
        return user.unwrap(type);
    }

    /**
     * Zeroed memory of the program at an address of its choice, to replay what another program did there.
     *
     * @param address page-aligned, in the user half of the address space, else EINVAL
     * @throws VerbsException EEXIST where something is mapped, ENOMEM when the host has no frames left
     */
    public Memory allocateAt(long address, long bytes) {
        checkOpen();
        memory.allocateAt(address, bytes);
        return new Memory(memory, address, bytes);
    }

    /** The device's clock, nanoseconds. */
    public long now() {
        return kernel.now();
    }

    /** Installs who watches this context, in place of who did; null for nobody. */
    public void observe(@Nullable VerbsObserver newObserver) {
        observer = newObserver;
    }

    /** What was given out and is not closed, oldest first. */
    public List<VerbsObject> openObjects() {
        synchronized (objects) {
            return List.copyOf(objects.list());
        }
    }

    /**
     * Closes the device; an {@link IllegalStateException} names the objects that are still open. Closing twice is
     * harmless.
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

    /** Begins a control verb. */
    void calling(String verb) {
        checkOpen();
        VerbsObserver watching = observer;
        if (watching != null) {
            watching.call(verb);
        }
    }

    <T extends VerbsObject> T opened(T object) {
        synchronized (objects) {
            objects.add(object);
        }
        return object;
    }

    /** A handle for an object that the kernel does not know: below 0, and never given twice. */
    int handleOfOurs() {
        synchronized (objects) {
            return --lastOfOurs;
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

    /** Notes in the host's log a refusal that the kernel has not seen. */
    <T extends VerbsException> T logged(String layer, T refused) {
        kernel.refused(new Refusal(
                layer,
                refused.rule().id(),
                refused.rule().violation(),
                refused.errno().name(),
                refused.values()));
        return refused;
    }

    private void checkOpen() {
        if (!open) {
            throw new IllegalStateException("context of " + device() + " is closed");
        }
    }
}
