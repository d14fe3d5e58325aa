package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import java.util.Collections;
import java.util.SequencedMap;

/** Queue pairs of all types, QP 1 included. */
public interface QueueOperations extends DeviceOperations {

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
     * Looks at a send queue, because the process says by a system call that requests are there (POST_SEND). They lie in
     * the queue; the call has none. User halves with doorbells never make it.
     *
     * @param qp made by this driver
     */
    default void postSend(DriverQp qp) {
        throw Unsupported.operation(device(), "post_send");
    }

    /**
     * {@return whether the kernel half decides how much room send requests have for inline data} Then it gets the room
     * that programs ask for, within {@code max_inline}. By default the user half decides, and the kernel half is asked
     * for none.
     */
    default boolean decidesInline() {
        return false;
    }

    /**
     * Ends a QP; EBUSY while the device knows a type-2A window bound through it.
     *
     * @param qp made by this driver
     */
    void destroyQp(DriverQp qp);

    /**
     * Creates QP 1 of the port. It is a UD QP with the number 1, and the user half lays it out as any other. From then
     * on the thread that drives the wire also reads the events of this device, because no program waits for
     * connections. The kernel's connection manager sends and receives its datagrams there (IBA 3.9.3), so a device
     * without QP 1 has no RDMA CM. EOPNOTSUPP by default, ENOMEM when there is a QP 1 already.
     *
     * @param pd made by this driver
     * @param request what is asked for, checked against the limits; of type UD
     * @param udata bytes of the user half, and room for the answer
     * @return the QP
     */
    default DriverQp createGsi(DriverPd pd, QpRequest request, Udata udata) {
        throw Unsupported.operation(device(), "QP 1");
    }

    /**
     * Creates the QP that takes the requests of an XRC peer for the SRQs of a domain.
     *
     * @param domain made by this driver
     * @param udata bytes of the user half, and room for the answer
     * @return the QP
     */
    default DriverQp createXrcTarget(DriverXrcd domain, Udata udata) {
        throw Unsupported.operation(device(), "create_qp for XRC");
    }

    /**
     * {@return what the device counts for one QP; as {@link RdmaDevice#statistics()}}
     *
     * @param qp made by this driver
     */
    default SequencedMap<String, Long> statistics(DriverQp qp) {
        return Collections.emptySortedMap();
    }
}
