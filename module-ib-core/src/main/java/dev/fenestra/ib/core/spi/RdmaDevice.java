package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.NodeType;
import java.util.Collections;
import java.util.SequencedMap;

/**
 * The kernel half of a provider: one device. It says what the device is, opens it for processes, and lets it work. The
 * other operations of Linux's {@code ib_device_ops} are grouped, and each group is an interface of its own: a provider
 * with windows implements {@link WindowOperations} and returns it from {@link #windows}. A group without a default is
 * one that every device has. An operation that a driver does not offer stays at its default, EOPNOTSUPP, and the
 * capability flag stays clear.
 *
 * <p>Before a call the kernel has looked handles up and checked rights and reference counts. A refusal is a
 * {@link dev.fenestra.ib.core.vocabulary.VerbsException} and has changed nothing. Destroy operations return after the
 * device's last touch of the object's memory.
 */
public interface RdmaDevice extends NamedDevice {

    /** {@return limits and capabilities; they do not change while the device lives} */
    DeviceAttributes attributes();

    /**
     * {@return the largest number of completions of a CQ that a call may name} It is above {@code max_cqe} where user
     * halves ask for more entries than their programs do.
     *
     * @param udata bytes of the user half
     */
    default int mostEntries(Udata udata) {
        return attributes().maxCqe();
    }

    /**
     * {@return the largest number of requests of a queue that a call may name} It is above {@code max_qp_wr} where user
     * halves round up before they call.
     *
     * @param udata bytes of the user half
     */
    default int mostRequests(Udata udata) {
        return attributes().maxQpWr();
    }

    /** {@return which device it is} */
    default DeviceIdentity identity() {
        return DeviceIdentity.UNKNOWN;
    }

    /**
     * {@return what the device is on its bus, as {@code device/modalias} of sysfs has it} User halves in C find their
     * devices by it. The default has vendor and part of {@link #attributes} as PCI has them.
     */
    default String modalias() {
        DeviceAttributes attributes = attributes();
        return pciModalias(attributes.vendorId(), attributes.vendorPartId());
    }

    /**
     * {@return the {@code modalias} of a network card on PCI}
     *
     * @param vendor number that PCI-SIG gave it
     * @param device number that the vendor gave it
     */
    static String pciModalias(int vendor, int device) {
        return String.format("pci:v%08Xd%08Xsv%08Xsd%08Xbc02sc07i00", vendor, device, vendor, 1);
    }

    /**
     * {@return the number of the driver, by which libibverbs finds its user half ({@code enum rdma_driver_id}); 0 for a
     * driver that Linux does not know, whose user half is found by {@link #modalias}}
     */
    default int driverId() {
        return 0;
    }

    /** {@return the version of the data that the two halves exchange, as {@code abi_version} of sysfs has it} */
    default int abiVersion() {
        return 1;
    }

    /** {@return what the device is to its network, as {@code node_type} of sysfs has it} */
    default NodeType nodeType() {
        return NodeType.CA;
    }

    /**
     * Adds what only its vendor defines to the answer of EX_QUERY_DEVICE; nothing by default.
     *
     * @param udata bytes of the user half, and room for the answer
     */
    default void describe(Udata udata) {}

    /** {@return the user half that belongs to this kernel half} */
    UserProvider userProvider();

    /**
     * Opens the device for a process.
     *
     * @param memory of the process
     * @param udata bytes of the user half, and room for the answer
     * @return the opened device
     */
    DriverContext openContext(AddressSpace memory, Udata udata);

    /**
     * Closes the device for a process; all its objects are gone.
     *
     * @param context opened by this driver
     */
    void closeContext(DriverContext context);

    /**
     * The device is taken away while a process has it open ({@code disassociate_ucontext}). From now on the process may
     * store to pages that it mapped, and nothing may happen. All its objects are destroyed after this call, then the
     * context is closed.
     *
     * @param context opened by this driver
     */
    default void disassociate(DriverContext context) {}

    /**
     * Repeats the answer of {@link #openContext}, for a user half that imports the opened device
     * ({@code query_ucontext}).
     *
     * @param context opened by this driver
     * @param udata bytes of the user half, and room for the answer
     */
    default void queryContext(DriverContext context, Udata udata) {
        throw Unsupported.operation(this, "query_ucontext");
    }

    /**
     * {@return device memory to map into the process} The two halves agree on the meaning of an offset. EINVAL for an
     * unknown one.
     *
     * @param context opened by this driver
     * @param offset what the two halves agree on
     */
    default MappedPage map(DriverContext context, long offset) {
        throw Unsupported.operation(this, "map");
    }

    /**
     * Allocates a protection domain.
     *
     * @param context opened by this driver
     * @param udata bytes of the user half, and room for the answer
     * @return the PD
     */
    DriverPd allocPd(DriverContext context, Udata udata);

    /**
     * Ends a protection domain, which has no objects any more.
     *
     * @param pd made by this driver
     */
    void deallocPd(DriverPd pd);

    /** {@return its memory regions} */
    RegionOperations regions();

    /** {@return its regions whose memory is not pinned; none by default} */
    default OnDemandOperations onDemand() {
        return () -> this;
    }

    /** {@return its regions that requests fill; none by default} */
    default FastRegionOperations fastRegions() {
        return () -> this;
    }

    /** {@return its own memory; none by default} */
    default DeviceMemoryOperations deviceMemory() {
        return () -> this;
    }

    /** {@return its memory windows; none by default} */
    default WindowOperations windows() {
        return () -> this;
    }

    /** {@return its completion queues} */
    CompletionOperations completions();

    /** {@return its QPs} */
    QueueOperations queues();

    /** {@return its shared receive queues and XRC domains; none by default} */
    default SharedReceiveOperations sharedReceives() {
        return () -> this;
    }

    /** {@return its address handles and multicast groups; none by default} */
    default DatagramOperations datagrams() {
        return () -> this;
    }

    /** {@return its ports} */
    PortOperations ports();

    /** {@return what only its vendor defines; nothing by default} */
    default VendorOperations vendor() {
        return () -> this;
    }

    /**
     * {@return what the device counts, by name, in an order of its own ({@code get_hw_stats})} Callable at any moment,
     * from any thread. A counter that moves meanwhile may be one behind.
     */
    default SequencedMap<String, Long> statistics() {
        return Collections.emptySortedMap();
    }

    /**
     * Says where the device's events are delivered, once, before any process opens it.
     *
     * @param events where the device reports completions, asynchronous events and page faults
     */
    default void deliverTo(DeviceEvents events) {}

    /** The host goes down, with all contexts closed. From now on the device must not touch kernel memory. */
    default void shutdown() {}

    /**
     * Runs work that interrupts of this device, and of others on its wire, have deferred and that no process waits for,
     * such as page faults. Called after the device has worked, on the same thread, with no lock held. The work may wait
     * for commands.
     */
    default void serveInterrupts() {}

    /** Lets the device work as far as it can go without waiting; called after an empty poll. */
    default void progress() {}

    /**
     * {@return what is in flight on some of its QPs} A wait that was in vain asks for it. Callable from any thread; it
     * changes nothing.
     *
     * @param qpNumbers numbers of QPs; one that does not exist counts as one with nothing in flight
     */
    default InFlight inFlight(int... qpNumbers) {
        return InFlight.UNKNOWN;
    }

    /** {@return the device's clock, nanoseconds} */
    default long now() {
        return System.nanoTime();
    }

    /**
     * Like {@link #progress}, for a caller that waits: a virtual clock with nothing due jumps to the next deadline, but
     * not past the limit. At the limit, the device looks at all earlier requests of the caller before this returns.
     *
     * @param limitNanos on the device's clock
     */
    default void progressUntil(long limitNanos) {
        progress();
        Thread.onSpinWait();
    }

    /**
     * Runs work at a time on the device's clock or soon after it, on whatever thread, with no lock held. A virtual
     * clock does not jump past that time. The connection manager's retries need it. EOPNOTSUPP by default.
     *
     * @param nanos time on the device's clock
     * @param work runs once; it must not wait
     */
    default void wakeAt(long nanos, Runnable work) {
        throw Unsupported.operation(this, "alarms");
    }
}
