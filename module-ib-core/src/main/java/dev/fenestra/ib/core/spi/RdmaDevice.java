package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import java.util.Collections;
import java.util.SequencedMap;

/**
 * The kernel half of a provider: one device, with the operations of Linux's {@code ib_device_ops}. A driver leaves an
 * operation that it does not offer at its default, EOPNOTSUPP, and the capability flag clear. A provider implements
 * this interface alone. The interfaces that it extends only group the operations.
 *
 * <p>Before a call the kernel has looked handles up and checked rights and reference counts. A refusal is a
 * {@link dev.fenestra.ib.core.vocabulary.VerbsException} and has changed nothing. Destroy operations return after the
 * device's last touch of the object's memory.
 */
public interface RdmaDevice
        extends RegionDevice,
                WindowDevice,
                CompletionDevice,
                SharedReceiveDevice,
                MulticastDevice,
                GsiDevice,
                PortDevice,
                VendorDevice {

    /** {@return limits and capabilities; they do not change while the device lives} */
    DeviceAttributes attributes();

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

    /**
     * {@return what the device counts, by name, in an order of its own ({@code get_hw_stats})} Callable at any moment,
     * from any thread. A counter that moves meanwhile may be one behind.
     */
    default SequencedMap<String, Long> statistics() {
        return Collections.emptySortedMap();
    }

    /**
     * {@return what it counts for one region ({@code fill_stat_mr_entry}), such as page faults; as
     * {@link #statistics()}}
     *
     * @param mr made by this driver
     */
    default SequencedMap<String, Long> statistics(DriverMr mr) {
        return Collections.emptySortedMap();
    }

    /**
     * {@return what it counts for one QP; as {@link #statistics()}}
     *
     * @param qp made by this driver
     */
    default SequencedMap<String, Long> statistics(DriverQp qp) {
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
     * Creates a queue pair over the memory that udata describes. The kernel has checked the type and the limits.
     *
     * @param pd made by this driver
     * @param request what is asked for, checked against the limits
     * @param udata bytes of the user half, and room for the answer
     * @return the QP
     */
    DriverQp createQp(DriverPd pd, QpRequest request, Udata udata);

    /**
     * The same for a driver that needs to know which process asks. That is not always the process of the PD, because
     * processes can share a PD. The kernel calls this one.
     *
     * @param context opened by this driver; the QP is made through it
     * @param pd made by this driver
     * @param request what is asked for, checked against the limits
     * @param udata bytes of the user half, and room for the answer
     * @return the QP
     */
    default DriverQp createQp(DriverContext context, DriverPd pd, QpRequest request, Udata udata) {
        return createQp(pd, request, udata);
    }

    /**
     * {@return the state the QP is in now, from which it is modified} It falls to ERR by itself. A driver need not ask
     * the device where the device refuses a transition from another state.
     *
     * @param qp made by this driver
     */
    QpState queryQpState(DriverQp qp);

    /**
     * {@return what the device knows of a QP ({@code ibv_query_qp}); what it does not know is not in the mask}
     *
     * @param qp made by this driver
     */
    default QpAttributes queryQp(DriverQp qp) {
        return QpAttributes.to(queryQpState(qp));
    }

    /**
     * {@return whether a QP in SQD still works on requests begun before ({@code sq_draining})}
     *
     * @param qp made by this driver
     */
    default boolean isDraining(DriverQp qp) {
        return false;
    }

    /**
     * Applies a transition that the state table allows. To RESET: EBUSY while the device knows a type-2A window bound
     * through the QP.
     *
     * @param qp made by this driver
     * @param from the state the kernel saw
     * @param attributes what is to change, with the mask of what is given
     */
    void modifyQp(DriverQp qp, QpState from, QpAttributes attributes);

    /**
     * The same with bytes of the user half. The kernel calls this one. The default is for a driver whose halves
     * exchange nothing here.
     *
     * @param qp made by this driver
     * @param from the state the kernel saw
     * @param attributes what is to change, with the mask of what is given
     * @param udata bytes of the user half, and room for the answer
     */
    default void modifyQp(DriverQp qp, QpState from, QpAttributes attributes, Udata udata) {
        modifyQp(qp, from, attributes);
    }

    /**
     * Ends a QP; EBUSY while the device knows a type-2A window bound through it.
     *
     * @param qp made by this driver
     */
    void destroyQp(DriverQp qp);

    /**
     * Resolves the path of an address handle, checked but for the GID index; the answer is for the user half.
     *
     * @param pd made by this driver
     * @param attributes the path
     * @param udata bytes of the user half, and room for the answer
     * @return the address handle
     */
    default DriverAh createAh(DriverPd pd, AhAttributes attributes, Udata udata) {
        throw Unsupported.operation(this, "create_ah");
    }

    /**
     * Ends an address handle.
     *
     * @param ah made by this driver
     */
    default void destroyAh(DriverAh ah) {
        throw Unsupported.operation(this, "destroy_ah");
    }

    /**
     * Runs work that interrupts of this device, and of others on its wire, have deferred and that no process waits for,
     * such as page faults. Called after the device has worked, on the same thread, with no lock held. The work may wait
     * for commands.
     */
    default void serveInterrupts() {}

    /** Lets the device work as far as it can go without waiting; called after an empty poll. */
    default void progress() {}

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
}
