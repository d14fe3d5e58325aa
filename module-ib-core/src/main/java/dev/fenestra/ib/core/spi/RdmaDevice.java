package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Collections;
import java.util.SequencedMap;

/**
 * The kernel half of a provider: one device, with the operations of Linux's {@code ib_device_ops}. An operation that is
 * not offered keeps its default body, EOPNOTSUPP, and its capability flag stays clear. A provider implements this
 * interface alone; its parts only group the operations by concern.
 *
 * <p>The kernel calls with handles looked up, rights and reference counts checked. A refusal is a
 * {@link VerbsException}; after it nothing is changed. Destroy operations return after the device's last touch of the
 * object's memory.
 */
public interface RdmaDevice
        extends RegionDevice, WindowDevice, CompletionDevice, SharedReceiveDevice, MulticastDevice, VendorDevice {

    /** Limits and capabilities; they do not change while the device lives. */
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
        throw Unsupported.operation(this, "query_port");
    }

    /** An entry of the port's GID table. EINVAL for an index the port does not have. */
    Gid gid(int index);

    /** The user half that belongs to this kernel half. */
    UserProvider userProvider();

    /** Opens the device for a process. */
    DriverContext openContext(AddressSpace memory, Udata udata);

    /** Closes the device for a process; all its objects are gone. */
    void closeContext(DriverContext context);

    /**
     * Answers once more what {@link #openContext} answered, for a user half that imports the opened device ({@code
     * query_ucontext}).
     */
    default void queryContext(DriverContext context, Udata udata) {
        throw Unsupported.operation(this, "query_ucontext");
    }

    /**
     * Device memory to map into the process; what an offset means is between the two halves. EINVAL for an unknown one.
     */
    default MappedPage map(DriverContext context, long offset) {
        throw Unsupported.operation(this, "map");
    }

    /** Allocates a protection domain. */
    DriverPd allocPd(DriverContext context, Udata udata);

    /** Ends a protection domain; no object is of it any more. */
    void deallocPd(DriverPd pd);

    /**
     * What the device counts, by name, in an order of its own ({@code get_hw_stats}). Asked at any moment, from any
     * thread: a counter that moves meanwhile may be one behind.
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

    /** Says where the device's events are delivered, once, before any process opens it. */
    default void deliverTo(DeviceEvents events) {}

    /** The host goes down: the device must not touch kernel memory any more. All contexts are closed. */
    default void shutdown() {}

    /** Creates a queue pair over the memory that udata describes. The kernel has checked the type and the limits. */
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

    /** Resolves the path of an address handle, checked but for the GID index; the answer is for the user half. */
    default DriverAh createAh(DriverPd pd, AhAttributes attributes, Udata udata) {
        throw Unsupported.operation(this, "create_ah");
    }

    /** Ends an address handle. */
    default void destroyAh(DriverAh ah) {
        throw Unsupported.operation(this, "destroy_ah");
    }

    /**
     * Runs what interrupts of this device, and of others on its wire, have put off and no process waits for, such as
     * page faults. Called when the device has worked, by whoever let it, with no lock held; what runs may wait for
     * commands.
     */
    default void serveInterrupts() {}

    /** Lets the device work as far as it can go without waiting; called after an empty poll. */
    default void progress() {}

    /** The device's clock, nanoseconds. */
    default long now() {
        return System.nanoTime();
    }

    /**
     * Like {@link #progress}, for a caller that waits: when nothing is due a virtual clock jumps to the next deadline,
     * not past the limit. When the limit has come, the device has looked at all earlier requests of the caller before
     * this returns.
     */
    default void progressUntil(long limitNanos) {
        progress();
        Thread.onSpinWait();
    }
}
