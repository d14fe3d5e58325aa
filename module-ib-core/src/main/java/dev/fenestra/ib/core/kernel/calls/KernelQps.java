package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.QpInitAttributes;
import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.CqObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.QpObject;
import dev.fenestra.ib.core.kernel.objects.SrqObject;
import dev.fenestra.ib.core.kernel.verbs.ContextEvents;
import dev.fenestra.ib.core.kernel.verbs.McastGroups;
import dev.fenestra.ib.core.kernel.verbs.QueuePairs;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.Function;

/** The system calls about queue pairs of one device that a process has opened, and about their multicast groups. */
public final class KernelQps {
    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final QueuePairs queuePairs;
    private final McastGroups groups;
    private final ContextEvents events;

    KernelQps(
            ContextCalls calls,
            KernelDevice device,
            HandleTable handles,
            QueuePairs queuePairs,
            McastGroups groups,
            ContextEvents events) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.queuePairs = queuePairs;
        this.groups = groups;
        this.events = events;
    }

    /**
     * Creates a QP without an SRQ.
     *
     * @param pd handle of the PD
     * @param type the transport service
     * @param sendCq handle of the CQ where send requests complete
     * @param recvCq handle of the CQ where receives complete
     * @param capacity room that the queues must have
     * @param signalAll whether every send request makes a completion
     * @param udata bytes of the user half, and room for the answer
     * @return handle and QP number
     * @see #create(int, QpInitAttributes, Udata)
     */
    public QpResponse create(
            int pd, QpType type, int sendCq, int recvCq, QpCapacity capacity, boolean signalAll, Udata udata) {
        return create(
                pd, new QpInitAttributes(type, sendCq, recvCq, QpInitAttributes.NONE, capacity, signalAll), udata);
    }

    /**
     * Creates a QP. EINVAL for an SRQ that the type cannot have and for queues beyond the limits, EOPNOTSUPP for a
     * transport that the device does not offer, EPERM for raw packets without CAP_NET_RAW, ENOMEM beyond
     * {@code max_qp}.
     *
     * @param pd handle of the PD
     * @param asked type, CQs, SRQ and room, by handles
     * @param udata bytes of the user half, and room for the answer
     * @return handle and QP number
     */
    public QpResponse create(int pd, QpInitAttributes asked, Udata udata) {
        Call call = calls.enter(SystemCall.CREATE_QP, () -> creation(pd, asked));
        try (call) {
            queuePairs.checkCreate(asked, udata);
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class);
                    Room room = device.reserve(ObjectKind.QP);
                    Hold<CqObject> send = handles.share(asked.sendCq(), CqObject.class);
                    Hold<CqObject> recv = handles.share(asked.recvCq(), CqObject.class);
                    Hold<SrqObject> shared =
                            asked.srq() == QpInitAttributes.NONE ? null : handles.share(asked.srq(), SrqObject.class)) {
                SrqObject srq = shared == null ? null : shared.object();
                QpObject qp = queuePairs.create(owner.object(), send.object(), recv.object(), srq, asked, udata);
                return call.returns(added(room, qp, asked.capacity()));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Creates QP 1 of a port, for the kernel. EOPNOTSUPP for a device that has none, ENOMEM when there is one already.
     *
     * @param pd handle of the PD
     * @param asked CQs and room of a UD QP, by handles
     * @param udata bytes of the user half, and room for the answer
     * @return handle and QP number
     */
    public QpResponse createGsi(int pd, QpInitAttributes asked, Udata udata) {
        Call call = calls.enter(SystemCall.CREATE_QP, () -> creation(pd, asked));
        try (call) {
            queuePairs.checkCreate(asked, udata);
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class);
                    Room room = device.reserve(ObjectKind.QP);
                    Hold<CqObject> send = handles.share(asked.sendCq(), CqObject.class);
                    Hold<CqObject> recv = handles.share(asked.recvCq(), CqObject.class)) {
                QpObject qp = queuePairs.createGsi(owner.object(), send.object(), recv.object(), asked, udata);
                return call.returns(added(room, qp, asked.capacity()));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Changes a QP. EINVAL for a transition or attribute that the state table does not allow, a value out of range, or
     * a peer without a path; EPERM for a controlled Q_Key without CAP_NET_RAW; EBUSY for a reset while a type-2A window
     * is bound through the QP.
     *
     * @param qp handle of the QP
     * @param attributes the new values, and a mask of those that are given
     */
    public void modify(int qp, QpAttributes attributes) {
        modify(qp, attributes, Udata.none());
    }

    /**
     * The same with bytes of the user half.
     *
     * @param qp handle of the QP
     * @param attributes the new values, and a mask of those that are given
     * @param udata bytes of the user half, and room for the answer
     */
    public void modify(int qp, QpAttributes attributes, Udata udata) {
        calls.changing(
                SystemCall.MODIFY_QP,
                qp,
                () -> change(qp, attributes),
                QpObject.class,
                object -> queuePairs.modify(object, attributes, udata));
    }

    /**
     * {@return the attributes of a QP that the device knows; the mask says which}
     *
     * @param qp handle of the QP
     */
    public QpAttributes query(int qp) {
        return querying(qp, queuePairs::attributes);
    }

    /**
     * {@return the state that the device has the QP in}
     *
     * @param qp handle of the QP
     */
    public QpState queryState(int qp) {
        return querying(qp, object -> queuePairs.attributes(object).state());
    }

    /**
     * {@return the capacity of a QP's queues; part of the answer to QUERY_QP}
     *
     * @param qp handle of the QP
     * @param asked the capacity of its creation
     */
    public QpCapacity capacity(int qp, QpCapacity asked) {
        return querying(qp, object -> object.driver().capacity(asked));
    }

    /**
     * Lets the device look at a send queue, by a call in place of a doorbell. EOPNOTSUPP for a device whose user half
     * has a doorbell for it.
     *
     * @param qp handle of the QP
     */
    public void postSend(int qp) {
        calls.using(SystemCall.POST_SEND, qp, () -> CallArguments.of("handle", qp), QpObject.class, object -> {
            queuePairs.postSend(object);
            return null;
        });
    }

    /** {@return whether the device's kernel half decides how much room there is for inline data} No system call. */
    public boolean decidesInline() {
        return device.driver().queues().decidesInline();
    }

    /**
     * {@code sq_draining}: whether a QP in SQD still executes earlier requests.
     *
     * @param qp handle of the QP
     * @return whether it still executes them
     */
    public boolean queryDraining(int qp) {
        return querying(qp, queuePairs::isDraining);
    }

    /**
     * Ends a QP. EBUSY while it is attached to a multicast group, or a type-2A window is bound through it; the refusal
     * names that.
     *
     * @param qp handle of the QP
     * @return how many of its events the process had read
     */
    public EventCounts destroy(int qp) {
        return calls.destroy(SystemCall.DESTROY_QP, qp, QpObject.class);
    }

    /**
     * Attaches a QP to a multicast group. A second call does nothing. EINVAL for a QP that is not UD or a
     * GID that is not a group's, ENOMEM beyond the limits of the device, EOPNOTSUPP where it has no groups.
     *
     * @param qp handle of the QP
     * @param group the multicast GID
     */
    public void attachMcast(int qp, Gid group) {
        calls.changing(
                SystemCall.ATTACH_MCAST,
                qp,
                () -> membership(qp, group),
                QpObject.class,
                object -> groups.attach(object, group));
    }

    /**
     * Detaches a QP from a multicast group; EINVAL for one that it is not attached to, else as {@link #attachMcast}.
     *
     * @param qp handle of the QP
     * @param group the multicast GID
     */
    public void detachMcast(int qp, Gid group) {
        calls.changing(
                SystemCall.DETACH_MCAST,
                qp,
                () -> membership(qp, group),
                QpObject.class,
                object -> groups.detach(object, group));
    }

    private static CallArguments creation(int pd, QpInitAttributes asked) {
        CallArguments arguments = CallArguments.of("pd", pd)
                .with("qp_type", asked.type())
                .with("send_cq", asked.sendCq())
                .with("recv_cq", asked.recvCq())
                .with("max_send_wr", asked.capacity().maxSendWr())
                .with("max_recv_wr", asked.capacity().maxRecvWr());
        return asked.srq() == QpInitAttributes.NONE ? arguments : arguments.with("srq", asked.srq());
    }

    /** The attributes that the mask names and that say where a QP goes. */
    private static CallArguments change(int qp, QpAttributes attributes) {
        CallArguments arguments = CallArguments.of("handle", qp).with("attr_mask", QpAttribute.of(attributes.mask()));
        if (attributes.has(QpAttribute.STATE)) {
            arguments = arguments.with("qp_state", attributes.state());
        }
        if (attributes.has(QpAttribute.DEST_QPN)) {
            arguments = arguments.hex("dest_qp_num", attributes.destinationQpn());
        }
        return arguments;
    }

    private static CallArguments membership(int qp, Gid group) {
        return CallArguments.of("handle", qp).with("gid", group);
    }

    QpResponse added(Room room, QpObject qp, QpCapacity asked) {
        handles.add(qp);
        events.listen(qp, qp.driver(), null);
        return room.taken(
                new QpResponse(qp.handle(), qp.driver().number(), qp.driver().made(asked)));
    }

    private <R> R querying(int qp, Function<QpObject, R> question) {
        return calls.using(SystemCall.QUERY_QP, qp, () -> CallArguments.of("handle", qp), QpObject.class, question);
    }
}
