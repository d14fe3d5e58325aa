package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.QpInitAttributes;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.kernel.objects.CqObject;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.QpObject;
import dev.fenestra.ib.core.kernel.objects.SrqObject;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Creates QPs and moves them through their states, for one opened device. */
public final class QueuePairs {
    /** The hop limit of a route of the host; the kernel takes it (core/verbs.c ib_resolve_unicast_gid_dmac). */
    private static final int ROUTE_HOPS = 64;

    private final KernelDevice device;
    private final DriverContext context;
    private final WindowNames names;
    private final Caller owner;
    private final BooleanSupplier capNetRaw;

    /**
     * Makes the QPs of an opened device.
     *
     * @param device the device
     * @param context the driver's half of the opened device
     * @param names names windows in refusals
     * @param owner the process
     * @param capNetRaw whether the process may use raw packets and controlled Q_Keys
     */
    public QueuePairs(
            KernelDevice device, DriverContext context, WindowNames names, Caller owner, BooleanSupplier capNetRaw) {
        this.device = device;
        this.context = context;
        this.names = names;
        this.owner = owner;
        this.capNetRaw = capNetRaw;
    }

    /**
     * Checks the attributes of {@code create_qp}.
     *
     * @param asked the attributes
     * @param udata bytes for the driver
     */
    public void checkCreate(QpInitAttributes asked, Udata udata) {
        QpType type = asked.type();
        QpCapacity capacity = asked.capacity();
        DeviceAttributes most = device.attributes();
        if (type == QpType.RAW_PACKET && !capNetRaw.getAsBoolean()) {
            throw new VerbsException(QueueRule.QP_PRIVILEGE, "type=" + type + ", no CAP_NET_RAW");
        }
        if (!most.transports().contains(type)) {
            throw new VerbsException(QueueRule.QP_TYPE, "type=" + type + ", offered=" + most.transports());
        }
        if (type == QpType.XRC_TGT) {
            throw new VerbsException(QueueRule.QP_DOMAIN, "type=" + type);
        }
        boolean shares = asked.srq() != QpInitAttributes.NONE;
        if (shares && type != QpType.RC && type != QpType.UD) {
            throw new VerbsException(QueueRule.QP_SRQ, "type=" + type);
        }
        int requests = device.driver().mostRequests(udata);
        boolean receivesFit = within(capacity.maxRecvWr(), requests) && within(capacity.maxRecvSge(), most.maxSge());
        boolean fits = within(capacity.maxSendWr(), requests)
                && within(capacity.maxSendSge(), most.maxSge())
                && (shares || type == QpType.XRC_INI || receivesFit)
                && within(capacity.maxInlineData(), most.maxInline());
        if (!fits) {
            throw new VerbsException(
                    QueueRule.QP_CAPACITY,
                    String.format(
                            "%s, max_qp_wr=%d, max_sge=%d, max_inline=%d",
                            capacity, requests, most.maxSge(), most.maxInline()));
        }
    }

    /**
     * Lends a ledger cell where windows can hold a QP, and calls the driver. If the driver refuses, the cell is
     * returned.
     *
     * @param pd its PD
     * @param sendCq where sends complete
     * @param recvCq where receives complete
     * @param srq source of its receives, or null
     * @param asked the attributes
     * @param udata bytes for the driver
     * @return the QP
     */
    public QpObject create(
            PdObject pd,
            CqObject sendCq,
            CqObject recvCq,
            @Nullable SrqObject srq,
            QpInitAttributes asked,
            Udata udata) {
        LedgerCell bound = isHeldByWindows() ? device.dma().memory().cell() : null;
        QpRequest request = new QpRequest(
                asked.type(),
                sendCq.driver(),
                recvCq.driver(),
                srq == null ? null : srq.driver(),
                asked.capacity(),
                asked.signalAll(),
                bound);
        List<KernelObject> uses = srq == null ? List.of(pd, sendCq, recvCq) : List.of(pd, sendCq, recvCq, srq);
        try {
            DriverQp driver = device.entering("create_qp").queues().createQp(context, pd.driver(), request, udata);
            device.trace().created(driver.number(), owner);
            return new QpObject(pd, uses, asked.type(), driver, bound);
        } catch (VerbsException refused) {
            takeBack(bound);
            throw refused;
        }
    }

    /**
     * Creates QP 1. No window is bound through it, so it needs no ledger cell.
     *
     * @param pd its PD
     * @param sendCq where sends complete
     * @param recvCq where receives complete
     * @param asked the attributes, of type UD
     * @param udata bytes for the driver
     * @return the QP
     */
    public QpObject createGsi(PdObject pd, CqObject sendCq, CqObject recvCq, QpInitAttributes asked, Udata udata) {
        QpRequest request = new QpRequest(
                asked.type(), sendCq.driver(), recvCq.driver(), null, asked.capacity(), asked.signalAll(), null);
        DriverQp driver = device.entering("create_qp").queues().createGsi(pd.driver(), request, udata);
        return new QpObject(pd, List.of(pd, sendCq, recvCq), asked.type(), driver, null);
    }

    /**
     * Ends a QP, unless it is attached to a multicast group or a type-2A window is bound through it. The ledger is
     * checked first, and the device checks last.
     *
     * @param qp the QP
     */
    public void destroy(QpObject qp) {
        McastGroups.checkDetached(qp);
        checkUnbound(qp);
        device.entering("destroy_qp").queues().destroyQp(qp.driver());
        device.trace().destroyed(qp.driver().number());
        takeBack(qp.bound());
    }

    /**
     * Modifies a QP. It queries the device for the state first, since a QP goes to ERR by itself.
     *
     * @param qp the QP
     * @param given the attributes; those that its type does not have are ignored
     * @param udata bytes for the driver
     */
    public void modify(QpObject qp, QpAttributes given, Udata udata) {
        QpAttributes asked = given.without(QpChecks.ignored(qp.type()));
        QpState from = device.entering("query_qp").queues().queryQpState(qp.driver());
        QpChecks.transition(qp.type(), from, asked);
        QpChecks.ranges(device.attributes(), asked);
        QpChecks.privilege(asked, capNetRaw.getAsBoolean());
        if (asked.has(QpAttribute.AV)) {
            PathChecks.connected(device, asked.path(), portOf(qp, asked));
            asked.path(asked.path().withHopLimit(ROUTE_HOPS));
        }
        if (asked.has(QpAttribute.STATE) && asked.state() == QpState.RESET) {
            checkUnbound(qp);
        }
        device.entering("modify_qp").queues().modifyQp(qp.driver(), from, asked, udata);
        qp.port(portOf(qp, asked));
    }

    /** A QP in SQD gets the port of its new path when it is given no other (core/uverbs_cmd.c modify_qp). */
    private static int portOf(QpObject qp, QpAttributes asked) {
        if (asked.has(QpAttribute.PORT)) {
            return asked.port();
        }
        boolean moves = asked.has(QpAttribute.AV) && !asked.has(QpAttribute.STATE);
        return moves ? asked.path().port() : qp.port();
    }

    /**
     * Lets the device look at a send queue.
     *
     * @param qp the QP
     */
    public void postSend(QpObject qp) {
        device.entering("post_send").queues().postSend(qp.driver());
    }

    /**
     * {@return the attributes of a QP}
     *
     * @param qp the QP
     */
    public QpAttributes attributes(QpObject qp) {
        return device.entering("query_qp").queues().queryQp(qp.driver());
    }

    /**
     * {@return whether a QP is in SQD and has unfinished requests}
     *
     * @param qp the QP
     */
    public boolean isDraining(QpObject qp) {
        return device.entering("query_qp").queues().isDraining(qp.driver());
    }

    private boolean isHeldByWindows() {
        return device.attributes().memoryWindows() == MemoryWindows.TYPE_1_AND_2A;
    }

    private void takeBack(@Nullable LedgerCell bound) {
        if (bound != null) {
            device.dma().memory().free(bound);
        }
    }

    private void checkUnbound(QpObject qp) {
        LedgerCell cell = qp.bound();
        long bound = cell == null ? 0 : device.dma().ledger().held(cell);
        if (bound != 0) {
            throw new VerbsException(KernelRule.QP_UNBOUND, qp + " is held by " + names.boundThrough(qp, bound));
        }
    }

    private static boolean within(int asked, int most) {
        return asked >= 0 && asked <= most;
    }
}
