package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.device.InterruptWork;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.inspection.CreationSites;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.kernel.inspection.ResourceDetail;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.verbs.CompletionQueues;
import dev.fenestra.ib.core.kernel.verbs.ContextEvents;
import dev.fenestra.ib.core.kernel.verbs.McastGroups;
import dev.fenestra.ib.core.kernel.verbs.MemoryAdvice;
import dev.fenestra.ib.core.kernel.verbs.MemoryRegions;
import dev.fenestra.ib.core.kernel.verbs.MemoryWindows;
import dev.fenestra.ib.core.kernel.verbs.MrAccess;
import dev.fenestra.ib.core.kernel.verbs.ObjectDestroyer;
import dev.fenestra.ib.core.kernel.verbs.QueuePairs;
import dev.fenestra.ib.core.kernel.verbs.RegionChanges;
import dev.fenestra.ib.core.kernel.verbs.RegionKinds;
import dev.fenestra.ib.core.kernel.verbs.SharedReceiveQueues;
import dev.fenestra.ib.core.kernel.verbs.WindowNames;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.InFlight;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The system calls of one device that a process has opened. Objects go by handle; every call is one counted kernel
 * transition, may come from any thread, and throws {@link VerbsException} when it is refused: then nothing is changed,
 * and the host's refusal log says why.
 *
 * <p>All calls refuse a handle that is unknown (ENOENT), of another type (EINVAL) or held by another call (EBUSY), and
 * a closed context or a device that was taken away (EIO).
 */
public final class KernelContext implements AutoCloseable {
    private final KernelDevice device;
    private final RdmaDevice card;
    private final InterruptWork deferred;
    private final ContextOwner owner;
    private final DriverContext driver;
    private final Consumer<KernelContext> onClose;
    private final ObjectDestroyer destroyer;
    private final ContextEvents events;
    private final Inspector inspector;
    private final ContextCalls calls;
    private final KernelPds pds;
    private final KernelMrs mrs;
    private final KernelMws mws;
    private final KernelDms dms;
    private final KernelCqs cqs;
    private final KernelQps qps;
    private final KernelSrqs srqs;
    private final KernelAhs ahs;
    private final KernelXrc xrc;
    private final KernelEvents eventCalls;
    private final KernelVendorCalls vendor;

    /**
     * Makes the context of a device that the driver has opened.
     *
     * @param device the device that is opened
     * @param owner the process that opens it
     * @param driver the driver's half
     * @param onClose called once when the context has closed
     */
    public KernelContext(
            KernelDevice device, ContextOwner owner, DriverContext driver, Consumer<KernelContext> onClose) {
        this.device = device;
        card = device.driver();
        deferred = device.deferred();
        this.owner = owner;
        this.driver = driver;
        this.onClose = onClose;
        HandleTable handles = new HandleTable(owner.notesCreation());
        inspector = new Inspector(device, owner, handles, owner.notesCreation() ? CreationSites.here() : List.of());
        WindowNames names = new WindowNames(device, owner.process());
        MemoryRegions regions = new MemoryRegions(device, owner.memory(), names);
        MemoryWindows windows = new MemoryWindows(device);
        SharedReceiveQueues sharedReceives = new SharedReceiveQueues(device);
        QueuePairs queuePairs =
                new QueuePairs(device, driver, names, owner.gate().caller(), owner.capNetRaw());
        McastGroups groups = new McastGroups(device);
        events = new ContextEvents(device.events());
        destroyer = new ObjectDestroyer(device, handles, regions, windows, sharedReceives, queuePairs, groups, events);
        calls = new ContextCalls(device, owner.gate(), handles, destroyer);
        pds = new KernelPds(calls, device, handles, driver, owner.process());
        mrs = mrs(handles, regions, names);
        mws = new KernelMws(calls, device, handles, windows);
        dms = new KernelDms(calls, device, handles, driver);
        cqs = new KernelCqs(calls, device, handles, new CompletionQueues(device, driver), events);
        qps = new KernelQps(calls, device, handles, queuePairs, groups, events);
        srqs = new KernelSrqs(calls, device, handles, sharedReceives, events);
        ahs = new KernelAhs(calls, device, handles);
        xrc = new KernelXrc(calls, device, handles, sharedReceives, srqs, qps);
        eventCalls = new KernelEvents(calls, device, handles, events);
        vendor = new KernelVendorCalls(calls, device, handles, driver);
    }

    private KernelMrs mrs(HandleTable handles, MemoryRegions regions, WindowNames names) {
        MrAccess rights = new MrAccess(device.attributes(), device.odp());
        return new KernelMrs(
                calls,
                device,
                handles,
                rights,
                regions,
                new RegionKinds(device, owner.memory(), regions, rights),
                new RegionChanges(device, regions, names, rights),
                new MemoryAdvice(device, owner.memory()),
                owner.buffers());
    }

    /** {@return the name of the device} */
    public String device() {
        return device.driver().name();
    }

    /** {@return the number that the host's resource list gives it, from 1 on} */
    public int number() {
        return owner.context();
    }

    /**
     * Repeats the response that the user half got at the opening, for a user half that imports the device. EOPNOTSUPP
     * when the driver cannot repeat it.
     *
     * @param udata bytes of the user half, and room for the answer
     */
    public void queryContext(Udata udata) {
        calls.run(
                SystemCall.QUERY_CONTEXT,
                () -> device.entering("query_ucontext").queryContext(driver, udata));
    }

    /** {@return capabilities and limits of the device} */
    public DeviceAttributes queryDevice() {
        return calls.call(SystemCall.QUERY_DEVICE, device::attributes);
    }

    /**
     * Adds what only the vendor defines; part of the answer to {@link #queryDevice}.
     *
     * @param udata bytes of the user half, and room for the answer
     */
    public void describe(Udata udata) {
        calls.run(SystemCall.QUERY_DEVICE, () -> device.entering("query_device").describe(udata));
    }

    /** {@return the on-demand paging of the device; part of the answer to {@link #queryDevice}} */
    public OdpCapabilities queryOdp() {
        return calls.call(SystemCall.QUERY_DEVICE, device::odp);
    }

    /** {@return the identity of the device; part of the answer to {@link #queryDevice}} */
    public DeviceIdentity queryIdentity() {
        return calls.call(
                SystemCall.QUERY_DEVICE, () -> device.entering("query_device").identity());
    }

    /**
     * {@return state and limits of a port} EINVAL for one that the device does not have.
     *
     * @param port number of the port, from 1
     */
    public PortAttributes queryPort(int port) {
        return calls.call(SystemCall.QUERY_PORT, () -> {
            device.addresses().check(port);
            return device.entering("query_port").ports().port(port);
        });
    }

    /**
     * {@return an entry of the port's GID table; the driver refuses an index that it does not have with EINVAL}
     *
     * @param index from 0
     */
    public Gid queryGid(int index) {
        return calls.call(
                SystemCall.QUERY_GID, () -> device.entering("query_gid").ports().gid(index));
    }

    /**
     * Maps a page of the device. Only the two halves of the driver know what an offset means.
     *
     * @param offset bytes, as the driver defines it
     * @return the page
     */
    public MappedPage map(long offset) {
        return map(offset, 0);
    }

    /**
     * Maps a page of the device, or kernel memory that its driver lends the process. EINVAL for kernel memory that is
     * gone, that has been mapped already, or that has fewer bytes.
     *
     * @param offset bytes, as the driver has told it
     * @param bytes how many of kernel memory; 0 for all
     * @return the page, or the kernel memory
     */
    public MappedPage map(long offset, long bytes) {
        return calls.call(
                SystemCall.MMAP,
                () -> owner.lent()
                        .map(offset, bytes)
                        .orElseGet(() -> device.entering("mmap").map(driver, offset)));
    }

    /** {@return the calls about protection domains} */
    public KernelPds pds() {
        return pds;
    }

    /** {@return the calls about memory regions} */
    public KernelMrs mrs() {
        return mrs;
    }

    /** {@return the calls about memory windows} */
    public KernelMws mws() {
        return mws;
    }

    /** {@return the calls about device memory} */
    public KernelDms dms() {
        return dms;
    }

    /** {@return the calls about completion queues} */
    public KernelCqs cqs() {
        return cqs;
    }

    /** {@return the calls about queue pairs and their multicast groups} */
    public KernelQps qps() {
        return qps;
    }

    /** {@return the calls about shared receive queues} */
    public KernelSrqs srqs() {
        return srqs;
    }

    /** {@return the calls about address handles} */
    public KernelAhs ahs() {
        return ahs;
    }

    /** {@return the calls about XRC} */
    public KernelXrc xrc() {
        return xrc;
    }

    /** {@return the calls about completion channels, and about events that are there to read} */
    public KernelEvents events() {
        return eventCalls;
    }

    /** {@return the calls about objects that only the vendor knows} */
    public KernelVendorCalls vendor() {
        return vendor;
    }

    /** Lets the device work without waiting; no system call. */
    public void progress() {
        card.progress();
        runDeferred();
    }

    /**
     * Runs what calls and interrupts have left for later, for a process that never lets the device work. No system
     * call.
     */
    public void runDeferred() {
        deferred.runAfter(card);
    }

    /**
     * Lets the device work for a caller that waits until a limit on the device's clock, nanoseconds; no system call.
     *
     * @param limitNanos on the device's clock
     * @throws VerbsException EIO when the device's clock stands still for a million steps, as rule HOST-4 has it
     */
    public void progressUntil(long limitNanos) {
        try {
            device.steps().progressUntil(limitNanos);
        } catch (VerbsException stuck) {
            device.trace().refused(stuck, owner.gate().caller());
            throw stuck;
        }
        deferred.runAfter(card);
    }

    /**
     * Random bits, the same for the same program on a host with the same seed ({@code getrandom}).
     *
     * @return 64 bits
     */
    public long random() {
        return owner.random().getAsLong();
    }

    /** {@return the device's clock, nanoseconds; no system call} */
    public long now() {
        return device.driver().now();
    }

    /**
     * {@return what is in flight on some QPs of the device; no system call}
     *
     * @param qpNumbers numbers of QPs
     */
    public InFlight inFlight(int... qpNumbers) {
        return device.driver().inFlight(qpNumbers);
    }

    /**
     * {@return the newest refusal in the host's log that fits; no system call}
     *
     * @param fits whether it is wanted
     */
    public Optional<Refusal> lastRefusal(Predicate<Refusal> fits) {
        return device.trace().refusals().last(fits);
    }

    /**
     * {@return why the card has refused a request that failed, if the host's log knows} No system call. The log then
     * names the request.
     *
     * @param qpNumber number of the QP
     * @param status of the completion
     * @param wrId of the request
     */
    public Optional<Refusal> refusalOf(int qpNumber, WcStatus status, long wrId) {
        return device.trace()
                .refusals()
                .completed(it -> it.isOf(qpNumber) && it.outcome().contains(status.name()), wrId);
    }

    /**
     * Adds a refusal of user space, which made no call, to the host's log.
     *
     * @param refusal the broken rule and the compared values
     */
    public void refused(Refusal refusal) {
        device.trace().refused(refusal, owner.gate().caller(), null);
    }

    /**
     * Adds a refusal of a request, which made no call, to the host's log.
     *
     * @param refusal the broken rule and the compared values
     * @param wrId of the request
     */
    public void refused(Refusal refusal, long wrId) {
        device.trace().refused(refusal, owner.gate().caller(), wrId);
    }

    /**
     * Closes the device for this process: destroys all its objects, newest first. An object that the driver refuses to
     * destroy stays, and the refusal log says so. A second close does nothing.
     */
    @Override
    public void close() {
        calls.close(this::closing);
    }

    /** {@return whether it was closed, by the process or by its end: its objects are destroyed} No system call. */
    public boolean isEnded() {
        return calls.isEnded();
    }

    /**
     * The device is taken away. Waits for the calls in progress and destroys all objects. From now on calls are refused
     * with EIO, but a destroy succeeds, and events that were there can be read.
     */
    public void disassociate() {
        calls.takenAway(() -> {
            device.entering("disassociate_ucontext").disassociate(driver);
            closing();
        });
    }

    /**
     * {@return whether it is an opened device of this one}
     *
     * @param other a device of the host
     */
    public boolean isOf(KernelDevice other) {
        return device == other;
    }

    private void closing() {
        Caller caller = owner.gate().caller();
        destroyer.destroyAll().forEach(refused -> device.trace().refused(refused, caller));
        try {
            device.entering("dealloc_ucontext").closeContext(driver);
        } catch (VerbsException refused) {
            device.trace().refused(refused, caller);
        }
        owner.lent().close();
        events.close();
        onClose.accept(this);
    }

    /** {@return the context itself, then its objects, oldest first} No system call. */
    public Stream<Resource> resources() {
        return inspector.resources();
    }

    /** {@return the same in more detail; asks the device, but is no system call} */
    public Stream<ResourceDetail> inspect() {
        return inspector.inspect();
    }
}
