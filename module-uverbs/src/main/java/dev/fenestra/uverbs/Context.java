package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.DeviceOpening;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserDm;
import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A device that a process has opened ({@code ibv_context}). It creates all other objects. */
public final class Context extends ContextMemory implements AutoCloseable {
    private final UserContext user;
    private final UserProcess process;
    private final OpenObjects objects = new OpenObjects();
    private final AsyncEventReader asyncEvents;
    private final int descriptor;
    private volatile boolean open = true;

    Context(KernelContext kernel, UserContext user, Process process, int descriptor) {
        super(kernel, process.memory());
        this.user = user;
        this.process = UserProcess.of(process);
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
        KernelContext kernel = TwoHalves.call(pending, opening::getContext);
        door.open(kernel);
        try {
            return new Context(
                    kernel, pending.complete(0), process, process.files().open(kernel));
        } catch (VerbsException refused) {
            kernel.close();
            throw refused;
        }
    }

    /** {@return the file descriptor of the opened device ({@code cmd_fd}), for {@link UserProcess#importDevice}} */
    public int descriptor() {
        return descriptor;
    }

    /** {@return the process that opened it} */
    public UserProcess process() {
        return process;
    }

    /**
     * Allocates a protection domain ({@code ibv_alloc_pd}).
     *
     * @return the PD
     * @throws VerbsException ENOMEM beyond the device's {@code max_pd}
     */
    public ProtectionDomain allocPd() {
        calling("ibv_alloc_pd");
        TwoHalves<Integer, UserState> made =
                TwoHalves.commit(user.preparePd(), udata -> kernel().pds().allocate(udata), Integer::intValue);
        return opened(new ProtectionDomain(this, made.kernel(), made.user()));
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

    /** {@return the clock by which the device stamps completions} */
    public DeviceClock clock() {
        return new DeviceClock(this);
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
        return Math.clamp(cqe, 1, Math.max(1, deviceAttributes().maxCqe()));
    }

    /** {@return a thread domain, a promise for parent domains ({@code ibv_alloc_td})} No system call. */
    public ThreadDomain allocTd() {
        calling("ibv_alloc_td");
        return opened(new ThreadDomain(this));
    }

    /** {@return an XRC domain that only this process can open} EOPNOTSUPP when the device has none. */
    public XrcDomain openXrcDomain() {
        calling("ibv_open_xrcd");
        return opened(new XrcDomain(this, kernel().xrc().open(null, XrcdFlag.O_CREAT.bit())));
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
        return opened(new XrcDomain(this, kernel().xrc().open(name, XrcdFlag.mask(flags))));
    }

    /** {@return a channel for the completion events of CQs} */
    public CompletionChannel createCompletionChannel() {
        calling("ibv_create_comp_channel");
        return opened(new CompletionChannel(this, kernel().events().createChannel()));
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

    void checkOwn(VerbsObject object) {
        if (object.context() != this) {
            throw logged("uverbs", new VerbsException(Errno.ENOENT, VerbsRule.ONE_CONTEXT, object.toString()));
        }
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
        TwoHalves<Integer, UserDm> made = TwoHalves.commit(
                user.prepareDm(length), udata -> kernel().dms().allocate(length, logAlign, udata), Integer::intValue);
        return opened(new DeviceMemory(this, made.kernel(), made.user(), length));
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

    /** {@return the objects that are still open, oldest first} */
    public List<VerbsObject> openObjects() {
        return objects.list();
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

    UserContext user() {
        return user;
    }

    <T extends VerbsObject> T opened(T object) {
        return objects.add(object);
    }

    /** A new handle for an object that the kernel does not know. */
    int handleOfOurs() {
        return objects.handleOfOurs();
    }

    void closed(VerbsObject object) {
        objects.remove(object);
    }

    /** The open object of a handle, or null. */
    <T extends VerbsObject> @Nullable T find(int handle, Class<T> type) {
        return objects.find(handle, type);
    }

    @Override
    void checkOpen() {
        if (!open) {
            throw new IllegalStateException("context of " + device() + " is closed");
        }
    }
}
