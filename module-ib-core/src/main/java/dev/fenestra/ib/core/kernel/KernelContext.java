package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The system calls of one device that a process has opened. Objects go by handle; every call is one counted kernel
 * transition, may come from any thread, and throws {@link VerbsException} when it is refused: then nothing is changed,
 * and the host's refusal log says why.
 *
 * <p>All calls refuse a handle that is unknown (ENOENT), of another type (EINVAL) or held by another call (EBUSY), and
 * a closed context (EIO).
 */
public final class KernelContext implements AutoCloseable {
    /** In place of the handle of a completion channel: the CQ has none. */
    public static final int NO_CHANNEL = 0;

    private final KernelDevice device;
    private final Process process;
    private final SystemCallGate gate;
    private final DriverContext driver;
    private final AddressSpace memory;
    private final int number;
    private final List<StackTraceElement> creation;
    private final HandleTable handles;
    private final QueuePairs queuePairs;
    private final ObjectDestroyer destroyer;
    private final CompletionQueues completionQueues;
    private final ContextEvents events;
    private final KernelEvents eventCalls;
    private final KernelMrs mrCalls;
    private final KernelMws mwCalls;
    private final KernelDms dmCalls;
    private final KernelSrqs srqCalls;
    private final KernelXrc xrcCalls;
    private final KernelDatagrams datagramCalls;
    private final ReadWriteLock life = new ReentrantReadWriteLock();
    private volatile boolean closed;

    KernelContext(KernelDevice device, Process process, AddressSpace memory, DriverContext driver) {
        this.device = device;
        this.process = process;
        this.driver = driver;
        this.memory = memory;
        gate = process.gate();
        number = device.host().nextContext();
        creation = device.host().sites().here();
        handles = new HandleTable(device.host().sites());
        WindowNames names = new WindowNames(device, process.name());
        MemoryRegions regions = new MemoryRegions(device, memory, names);
        MemoryWindows windows = new MemoryWindows(device);
        SharedReceiveQueues sharedReceives = new SharedReceiveQueues(device);
        queuePairs = new QueuePairs(device, names, process::hasCapNetRaw);
        events = new ContextEvents(device.events());
        eventCalls = new KernelEvents(this, device, handles, events);
        completionQueues = new CompletionQueues(device, driver);
        McastGroups groups = new McastGroups(device);
        destroyer = new ObjectDestroyer(device, handles, regions, windows, sharedReceives, queuePairs, groups, events);
        mrCalls = new KernelMrs(
                this,
                device,
                handles,
                regions,
                new RegionKinds(device, memory, regions),
                new RegionChanges(device, regions, names));
        mwCalls = new KernelMws(this, device, handles, windows);
        dmCalls = new KernelDms(this, device, handles, driver);
        srqCalls = new KernelSrqs(this, handles, sharedReceives, destroyer, events);
        xrcCalls = new KernelXrc(this, device, handles, sharedReceives, srqCalls);
        datagramCalls = new KernelDatagrams(this, device, handles, groups);
    }

    /** The name of the device. */
    public String device() {
        return device.driver().name();
    }

    /** By which {@link Host#resources} lists it. */
    public int number() {
        return number;
    }

    /** What the user half was told when the device was opened, for another one that imports it; EOPNOTSUPP when the driver cannot say. */
    public void queryContext(Udata udata) {
        run(SystemCall.QUERY_CONTEXT, () -> device.entering("query_ucontext").queryContext(driver, udata));
    }

    public DeviceAttributes queryDevice() {
        return call(SystemCall.QUERY_DEVICE, device::attributes);
    }

    /** What it can do without pinning; part of the answer to {@link #queryDevice}. */
    public OdpCapabilities queryOdp() {
        return call(SystemCall.QUERY_DEVICE, device::odp);
    }

    /** Which device it is; part of the answer to {@link #queryDevice}. */
    public DeviceIdentity queryIdentity() {
        return call(
                SystemCall.QUERY_DEVICE, () -> device.entering("query_device").identity());
    }

    /** EINVAL for a port that the device does not have. */
    public PortAttributes queryPort(int port) {
        return call(SystemCall.QUERY_PORT, () -> {
            int ports = device.attributes().physPortCnt();
            if (port < 1 || port > ports) {
                throw new VerbsException(Errno.EINVAL, KernelRule.QUERY_PORT, "port=" + port + ", ports=" + ports);
            }
            return device.entering("query_port").port(port);
        });
    }

    /** An entry of the port's GID table; the driver refuses an index it does not have with EINVAL. */
    public Gid queryGid(int index) {
        return call(SystemCall.QUERY_GID, () -> device.entering("query_gid").gid(index));
    }

    /** Maps device memory; what an offset means is between the two halves of the driver. */
    public MappedPage map(long offset) {
        return call(SystemCall.MMAP, () -> device.entering("mmap").map(driver, offset));
    }

    /**
     * @return the handle
     */
    public int allocPd(Udata udata) {
        return call(SystemCall.ALLOC_PD, () -> device.reserving(ObjectKind.PD, () -> newPd(udata)));
    }

    /** EBUSY while regions, windows or QPs belong to it; the refusal names them. */
    public void deallocPd(int pd) {
        destroy(SystemCall.DEALLOC_PD, pd, PdObject.class);
    }

    /** How many completion vectors a CQ may choose from; 0 when the device has no completion events. */
    public int completionVectors() {
        return device.driver().completionVectors();
    }

    /** Completion channels, and the events to read. */
    public KernelEvents events() {
        return eventCalls;
    }

    /** The calls about memory regions. */
    public KernelMrs mrs() {
        return mrCalls;
    }

    /** The calls about device memory. */
    public KernelDms dms() {
        return dmCalls;
    }

    /** The calls about memory windows. */
    public KernelMws mws() {
        return mwCalls;
    }

    /** The calls about shared receive queues. */
    public KernelSrqs srqs() {
        return srqCalls;
    }

    /** The calls about datagrams: paths and multicast groups. */
    public KernelDatagrams datagrams() {
        return datagramCalls;
    }

    /** The calls about XRC. */
    public KernelXrc xrc() {
        return xrcCalls;
    }

    /**
     * @param cqe completions it must hold, 1 to the device's maximum
     * @return the handle
     */
    public int createCq(int cqe, Udata udata) {
        return createCq(cqe, NO_CHANNEL, 0, udata);
    }

    /**
     * @param cqe completions it must hold, 1 to the device's maximum
     * @param channel where its completion events go, or {@link #NO_CHANNEL}
     * @param vector below {@link #completionVectors}; 0 is always one
     * @return the handle
     */
    public int createCq(int cqe, int channel, int vector, Udata udata) {
        return call(SystemCall.CREATE_CQ, () -> {
            completionQueues.check(cqe, channel != NO_CHANNEL, vector);
            return channel == NO_CHANNEL
                    ? device.reserving(ObjectKind.CQ, () -> newCq(cqe, null, vector, udata))
                    : handles.using(
                            channel,
                            ChannelObject.class,
                            used -> device.reserving(ObjectKind.CQ, () -> newCq(cqe, used, vector, udata)));
        });
    }

    /** Gives a CQ another capacity; EINVAL when it is out of range, or what is in the queue does not fit. */
    public void resizeCq(int cq, int cqe, Udata udata) {
        call(
                SystemCall.RESIZE_CQ,
                () -> handles.changing(cq, CqObject.class, object -> {
                    completionQueues.resize(object, cqe, udata);
                    return null;
                }));
    }

    /** Lets completion events wait for others; EINVAL for values beyond 16 bits or the device's limits. */
    public void moderateCq(int cq, int count, int periodMicros) {
        call(
                SystemCall.MODIFY_CQ,
                () -> handles.changing(cq, CqObject.class, object -> {
                    completionQueues.moderate(object, count, periodMicros);
                    return null;
                }));
    }

    /** EBUSY while a QP completes there; the refusal names it. */
    public EventCounts destroyCq(int cq) {
        return call(SystemCall.DESTROY_CQ, () -> destroyer.destroy(cq, CqObject.class));
    }

    public QpResponse createQp(
            int pd, QpType type, int sendCq, int recvCq, QpCapacity capacity, boolean signalAll, Udata udata) {
        return createQp(
                pd, new QpInitAttributes(type, sendCq, recvCq, QpInitAttributes.NONE, capacity, signalAll), udata);
    }

    /** EINVAL for an SRQ that the type cannot have, and queues beyond the limits; raw packets are for CAP_NET_RAW (EPERM). */
    public QpResponse createQp(int pd, QpInitAttributes asked, Udata udata) {
        return call(SystemCall.CREATE_QP, () -> {
            queuePairs.checkCreate(asked);
            return usingPd(
                    pd,
                    ObjectKind.QP,
                    owner -> usingCqs(
                            asked.sendCq(),
                            asked.recvCq(),
                            (send, recv) -> usingSrq(
                                    asked.srq(),
                                    srq -> newQp(queuePairs.create(owner, send, recv, srq, asked, udata)))));
        });
    }

    /**
     * EINVAL for a transition or attribute that the state table does not have, a value out of range, or a peer that no path leads to; EPERM for a
     * controlled Q_Key without CAP_NET_RAW; EBUSY for a reset while a type-2A window is bound through the QP.
     */
    public void modifyQp(int qp, QpAttributes attributes) {
        call(
                SystemCall.MODIFY_QP,
                () -> handles.changing(qp, QpObject.class, object -> {
                    queuePairs.modify(object, attributes);
                    return null;
                }));
    }

    /** {@code sq_draining}: whether a QP in SQD still works on requests begun before. */
    public boolean queryQpDraining(int qp) {
        return call(SystemCall.QUERY_QP, () -> handles.using(qp, QpObject.class, queuePairs::isDraining));
    }

    /** All that the device knows of a QP; the mask says what that is. */
    public QpAttributes queryQp(int qp) {
        return call(SystemCall.QUERY_QP, () -> handles.using(qp, QpObject.class, queuePairs::attributes));
    }

    public QpState queryQpState(int qp) {
        return call(SystemCall.QUERY_QP, () -> handles.using(qp, QpObject.class, queuePairs::query));
    }

    /** EBUSY while the QP is attached to a multicast group, or a type-2A window is bound through it; the refusal names that. */
    public EventCounts destroyQp(int qp) {
        return call(SystemCall.DESTROY_QP, () -> destroyer.destroy(qp, QpObject.class));
    }

    /**
     * Creates an object of a kind that only the vendor knows, between the two halves of its driver.
     *
     * @return the handle
     */
    public int createVendorObject(int pd, Udata udata) {
        return call(
                SystemCall.CREATE_VENDOR_OBJECT,
                () -> usingPd(pd, ObjectKind.VENDOR_OBJECT, owner -> newVendorObject(owner, udata)));
    }

    public void destroyVendorObject(int object) {
        destroy(SystemCall.DESTROY_VENDOR_OBJECT, object, VendorObject.class);
    }

    /** Asks what only the vendor has words for. */
    public void queryVendor(Udata udata) {
        run(SystemCall.VENDOR_QUERY, () -> device.entering("query").query(driver, udata));
    }

    /** Lets the device work without waiting; no system call. */
    public void progress() {
        device.driver().progress();
        device.runInterruptWork();
    }

    /** Lets the device work for a caller that waits until a limit on the device's clock; no system call. */
    public void progressUntil(long limitNanos) {
        device.driver().progressUntil(limitNanos);
        device.runInterruptWork();
    }

    /** Random bits, the same for the same program on a host with the same seed ({@code getrandom}). */
    public long random() {
        return device.host().random();
    }

    /** The device's clock, nanoseconds; no system call. */
    public long now() {
        return device.driver().now();
    }

    /** Adds to the host's log what user space refused before any call. */
    public void refused(Refusal refusal) {
        device.host().refused(refusal);
    }

    /**
     * Closes the device for this process: destroys every object that is left, newest first. What a driver will not give
     * up stays behind, and the refusal log says so. Closing twice is harmless.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        gate.call(SystemCall.CLOSE, () -> {
            life.writeLock().lock();
            try {
                closeOnce();
            } finally {
                life.writeLock().unlock();
            }
            return null;
        });
    }

    private void closeOnce() {
        if (closed) {
            return;
        }
        closed = true;
        destroyer.destroyAll().forEach(refused -> refused(SystemCallGate.refusal(refused)));
        try {
            device.entering("dealloc_ucontext").closeContext(driver);
        } catch (VerbsException e) {
            refused(SystemCallGate.refusal(e));
        }
        events.close();
        process.closed(this);
    }

    FileTable files() {
        return process.files();
    }

    /** Itself, then its objects, oldest first. */
    Stream<Resource> resources() {
        return Stream.concat(
                Stream.of(resource(Resource.CONTEXT, 0, "", creation)),
                handles.newestFirst().reversed().stream().map(this::resource));
    }

    /** Itself, then its objects, oldest first, in more detail. */
    Stream<ResourceDetail> inspect() {
        Inspector inspector = new Inspector(device, memory, number, process.number());
        return Stream.concat(
                Stream.of(inspector.context(resource(Resource.CONTEXT, 0, "", creation))),
                handles.newestFirst().reversed().stream().map(object -> inspector.inspect(object, resource(object))));
    }

    private Resource resource(KernelObject object) {
        return resource(object.kind().name(), object.handle(), object.heldBy(), object.creation());
    }

    private Resource resource(String kind, int handle, String holders, List<StackTraceElement> madeBy) {
        return new Resource(process.name(), device(), number, kind, handle, holders, madeBy);
    }

    private int newPd(Udata udata) {
        return handles.add(new PdObject(device.entering("alloc_pd").allocPd(driver, udata), process.name()));
    }

    private int newCq(int cqe, @Nullable ChannelObject channel, int vector, Udata udata) {
        CqObject cq = completionQueues.create(cqe, channel, vector, udata);
        handles.add(cq);
        events.listen(cq, cq.driver(), channel);
        return cq.handle();
    }

    private int newVendorObject(PdObject owner, Udata udata) {
        return handles.add(
                new VendorObject(owner, device.entering("create_object").createObject(owner.driver(), udata)));
    }

    QpResponse newQp(QpObject qp) {
        handles.add(qp);
        events.listen(qp, qp.driver(), null);
        return new QpResponse(qp.handle(), qp.driver().number());
    }

    private <R extends @Nullable Object> R usingSrq(int srq, Function<@Nullable SrqObject, R> creation) {
        return srq == QpInitAttributes.NONE
                ? creation.apply(null)
                : handles.using(srq, SrqObject.class, creation::apply);
    }

    /** Creates an object of a PD, if the device has room for it. */
    <R> R usingPd(int pd, ObjectKind kind, Function<PdObject, R> creation) {
        return handles.using(pd, PdObject.class, owner -> device.reserving(kind, () -> creation.apply(owner)));
    }

    private <R> R usingCqs(int sendCq, int recvCq, BiFunction<CqObject, CqObject, R> creation) {
        return handles.using(
                sendCq,
                CqObject.class,
                send -> handles.using(recvCq, CqObject.class, recv -> creation.apply(send, recv)));
    }

    void destroy(SystemCall call, int handle, Class<? extends KernelObject> type) {
        run(call, () -> destroyer.destroy(handle, type));
    }

    private void run(SystemCall call, Runnable body) {
        call(call, () -> {
            body.run();
            return null;
        });
    }

    <T extends @Nullable Object> T call(SystemCall call, Supplier<T> body) {
        return gate.call(call, () -> {
            life.readLock().lock();
            try {
                checkOpen();
                return body.get();
            } finally {
                life.readLock().unlock();
            }
        });
    }

    private void checkOpen() {
        if (closed) {
            throw new VerbsException(Errno.EIO, KernelRule.CONTEXT_OPEN, device() + " of " + process.name());
        }
    }
}
