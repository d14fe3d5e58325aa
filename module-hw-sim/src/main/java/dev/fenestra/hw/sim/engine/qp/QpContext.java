package dev.fenestra.hw.sim.engine.qp;

import dev.fenestra.hw.sim.engine.event.CompletingQp;
import dev.fenestra.hw.sim.engine.protection.FaultSlots;
import dev.fenestra.hw.sim.engine.protection.QpView;
import dev.fenestra.hw.sim.prm.Qpc;
import dev.fenestra.hw.sim.queue.CompletionRing;
import dev.fenestra.hw.sim.queue.WorkQueues;
import org.jspecify.annotations.Nullable;

/**
 * A QP as the device knows it: what names it, its queues and its state, and three parts. The commands set up its
 * {@link Connection}, the requester works on its {@link SendState}, the responder on its {@link ReceiveState}, always
 * in the device's serial order.
 */
public final class QpContext implements CompletingQp, QpView {
    private static final int SERVICE_SHIFT = 5;
    private static final int WIRE_UD = 3;
    private static final int WIRE_XRC = 5;

    public final int number;
    /** Differs from that of every earlier QP, also of one with the same number. */
    public final int serial;

    /** Transport service, numbered as in the QP context. */
    public final int service;

    public int state = Qpc.STATE_RST;

    public final WorkQueues queues;
    public final Connection connection = new Connection();
    public final SendState send;
    public final ReceiveState receive;
    public final FaultSlots faults = new FaultSlots();

    /** Of an XRC target: that of the SRQ which the request it works on names. */
    public int pd;

    public final int userIndex;
    public final CompletionRing sendCq;
    /** Of an XRC target: that of the SRQ which the request it works on names; so is the user index of receives. */
    public CompletionRing receiveCq;

    private int receiveUserIndex;

    /**
     * Where its receives come from in place of a queue of its own, or null; of an XRC target it changes from message to
     * message.
     */
    public @Nullable SrqContext srq;

    /** XRC: a target has a domain, an initiator has {@link SrqContext#NO_DOMAIN} and gets no requests. */
    public final int xrcDomain;

    /** Bus address of the QP's cell in the binding ledger; 0 for none. */
    public final long ledger;
    /** Type-2A windows bound through this QP. */
    public int boundWindows;

    private final boolean takesRequests;

    /**
     * @param ledger bus address of its cell in the binding ledger; 0 for none
     * @param xrcDomain of an XRC target, else {@link SrqContext#NO_DOMAIN}
     * @param maxDepth fetches of the peer that are remembered, a power of two
     * @param coalescesAcks whether one ACK may stand for several requests
     */
    public QpContext(
            QpIdentity identity,
            int pd,
            QpQueues queues,
            long ledger,
            int xrcDomain,
            int maxDepth,
            boolean coalescesAcks) {
        number = identity.number();
        serial = identity.serial();
        service = identity.service();
        userIndex = identity.userIndex();
        this.pd = pd;
        this.queues = queues.work();
        sendCq = queues.sendCq();
        receiveCq = queues.receiveCq();
        this.ledger = ledger;
        this.xrcDomain = xrcDomain;
        receiveUserIndex = userIndex;
        takesRequests = service != Qpc.SERVICE_XRC || isXrcTarget();
        send = new SendState(queues.work().sendSlots(), connection);
        receive = new ReceiveState(queues.work(), maxDepth, coalescesAcks);
    }

    /** Forgets everything that a QP in RESET does not know; its doorbell record starts at 0 again. */
    public void reset() {
        state = Qpc.STATE_RST;
        send.clear();
        receive.clear();
        if (isXrcTarget()) {
            leaveSrq();
        }
        faults.clear();
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public WorkQueues queues() {
        return queues;
    }

    @Override
    public CompletionRing sendCq() {
        return sendCq;
    }

    @Override
    public CompletionRing receiveCq() {
        return receiveCq;
    }

    @Override
    public int userIndex() {
        return userIndex;
    }

    @Override
    public int receiveUserIndex() {
        return receiveUserIndex;
    }

    @Override
    public int serial() {
        return serial;
    }

    @Override
    public int pd() {
        return pd;
    }

    @Override
    public int service() {
        return service;
    }

    @Override
    public FaultSlots faults() {
        return faults;
    }

    @Override
    public long ledger() {
        return ledger;
    }

    @Override
    public int countWindows(int change) {
        boundWindows += change;
        return boundWindows;
    }

    /** A QP through which type-2A windows are bound can be neither destroyed nor reset. */
    public boolean hasBoundWindows() {
        return boundWindows != 0;
    }

    /** The opcode of a packet of its service that does this {@link dev.fenestra.hw.sim.wire.Operation}. */
    public int packetOpcode(int operation) {
        return wireService() << SERVICE_SHIFT | operation;
    }

    /** Number of its service in the upper bits of a packet's opcode. */
    public int wireService() {
        return service < Qpc.SERVICE_UD ? service : service == Qpc.SERVICE_UD ? WIRE_UD : WIRE_XRC;
    }

    /** Reads what lies in the lines of its own state. */
    public int prefetchState() {
        return send.ring.mask + send.nextFetch + receive.acks.size() + connection.mtu;
    }

    /** Reads what lies behind that: its doorbell record and the slot of its next request. */
    public int prefetchQueues() {
        return queues.sendsPosted() + send.ring.prefetch();
    }

    public boolean isReliable() {
        return service == Qpc.SERVICE_RC || service == Qpc.SERVICE_XRC;
    }

    /** Takes requests for the SRQs of its domain, and sends none. */
    public boolean isXrcTarget() {
        return xrcDomain != SrqContext.NO_DOMAIN;
    }

    /** An XRC target works on a request for this SRQ. */
    public void actFor(SrqContext shared) {
        srq = shared;
        pd = shared.pd;
        receiveCq = shared.completions;
        receiveUserIndex = shared.userIndex;
    }

    /** An XRC target forgets the SRQ of its last request, and a receive that it had taken there. */
    public void leaveSrq() {
        srq = null;
        receiveCq = NoQueues.INSTANCE;
        receive.slot.taken = false;
    }

    public boolean answers() {
        return takesRequests && answersInState();
    }

    private boolean answersInState() {
        return state == Qpc.STATE_RTR || sends() || state == Qpc.STATE_SQER;
    }

    /** Whether requests are worked on; in SQD only those that were begun before. */
    public boolean sends() {
        return state == Qpc.STATE_RTS || state == Qpc.STATE_SQD;
    }

    /** In SQD, with requests begun before that have not ended. */
    public boolean isDraining() {
        return state == Qpc.STATE_SQD && !send.ring.isEmpty();
    }

    /** Whether answers are still to be sent. */
    public boolean mayStillAnswer() {
        return state != Qpc.STATE_RST && !receive.owesNothing();
    }
}
