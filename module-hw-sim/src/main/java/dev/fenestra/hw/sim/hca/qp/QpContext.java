package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.event.CompletingQp;
import dev.fenestra.hw.sim.hca.protection.FaultSlots;
import dev.fenestra.hw.sim.hca.protection.QpView;
import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.roce.wire.Bth;
import org.jspecify.annotations.Nullable;

/**
 * A QP as the device knows it: its number, its queues and its state, and three parts. Commands set up its
 * {@link Connection}, the requester works on its {@link SendState}, the responder on its {@link ReceiveState}. All of
 * them work in the device's serial order.
 */
public final class QpContext implements CompletingQp, QpView {
    private static final int SERVICE_SHIFT = 5;
    private static final int SESSION_MASK = 0xff;

    /** Steps of {@link #readAhead}. */
    public static final int STEPS = 4;
    /** Steps of {@link #readAheadForPeer}. */
    public static final int PEER_STEPS = 3;

    /** QP number, 24 bits. */
    public final int number;
    /** A number that no other QP of the device ever has, not even a later one with the same QP number. */
    final int serial;

    /** Transport service. */
    public final QpService service;

    /** State. */
    public QpState state = QpState.RESET;

    /** Send and receive queue. */
    public final WorkQueues queues;
    /** Peer and rights. */
    public final Connection connection = new Connection();
    /** The sending half. */
    public final SendState send;
    /** The receiving half. */
    public final ReceiveState receive;
    /** The pages that it waits for. Most QPs never wait, and share {@link FaultSlots#NONE}. */
    public FaultSlots faults = FaultSlots.NONE;

    /** The PD. Of an XRC target: that of the SRQ that the request in progress names. */
    public int pd;

    /** The number that software gave the QP. */
    final int userIndex;
    /** Where send requests complete. */
    final CompletionRing sendCq;
    /**
     * Where receives complete. Of an XRC target: the CQ of the SRQ that the request in progress names; its user index
     * is that of receives.
     */
    CompletionRing receiveCq;

    private int receiveUserIndex;

    /**
     * The SRQ that it takes its receives from, or null for its own queue. Of an XRC target it changes from message to
     * message.
     */
    public @Nullable SrqContext srq;

    /** XRC domain of a target; {@link SrqContext#NO_DOMAIN} for other QPs. An initiator gets no requests. */
    public final int xrcDomain;

    /** Bus address of the QP's cell in the binding ledger; 0 for none. */
    final long ledger;
    /** Type-2A windows bound through this QP. */
    public int boundWindows;

    /** What became of requests that did not do their work; null for a QP without such requests. */
    public @Nullable LostPackets lostRequests;
    /** The same of the answers to it. */
    public @Nullable LostPackets lostAnswers;

    /** SRD: those that sent to this QP, and what it owes them; null for none. */
    public @Nullable DatagramPeers peers;

    private final boolean takesRequests;

    /**
     * Makes a QP in RESET.
     *
     * @param identity its number and service
     * @param pd its PD
     * @param queues its queues and CQs
     * @param ledger bus address of its cell in the binding ledger; 0 for none
     * @param xrcDomain of an XRC target, else {@link SrqContext#NO_DOMAIN}
     * @param maxDepth READs and atomics of the peer that are remembered, a power of two
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
        takesRequests = service != QpService.XRC || isXrcTarget();
        send = new SendState(queues.work().sendSlots(), connection);
        receive = new ReceiveState(queues.work(), maxDepth, coalescesAcks);
    }

    /** Forgets everything but what a QP in RESET has. Its doorbell record starts at 0 again. */
    void reset() {
        state = QpState.RESET;
        send.clear();
        receive.clear();
        if (isXrcTarget()) {
            leaveSrq();
        }
        faults = FaultSlots.NONE;
        lostRequests = null;
        lostAnswers = null;
        peers = null;
    }

    /** {@return 8 bits by which receivers of reliable datagrams tell it from what it was; 0 for other services} */
    public int session() {
        return service == QpService.SRD ? serial + send.beginnings & SESSION_MASK : 0;
    }

    /**
     * Notes that a packet of its requests, or one that answers them, has not done its work.
     *
     * @param packet the packet
     * @param fate why
     * @param isAnswer whether it is an answer of the peer
     */
    public void lost(Packet packet, Verdict fate, boolean isAnswer) {
        LostPackets known = isAnswer ? lostAnswers : lostRequests;
        LostPackets noted = known == null ? new LostPackets() : known;
        noted.note(packet, fate, isReliable() ? send.unacknowledgedPsn : Bth.psn(packet.header, 0));
        if (isAnswer) {
            lostAnswers = noted;
        } else {
            lostRequests = noted;
        }
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
    public QpService service() {
        return service;
    }

    @Override
    public FaultSlots faults() {
        return faults;
    }

    @Override
    public FaultSlots ownFaults() {
        if (faults == FaultSlots.NONE) {
            faults = new FaultSlots();
        }
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

    /** {@return whether type-2A windows are bound through the QP, which can then be neither destroyed nor reset} */
    public boolean hasBoundWindows() {
        return boundWindows != 0;
    }

    /**
     * {@return the BTH opcode of an operation in the QP's service}
     *
     * @param operation one of {@link dev.fenestra.hw.sim.roce.wire.Operation}
     */
    public int packetOpcode(int operation) {
        return service.wire() << SERVICE_SHIFT | operation;
    }

    /**
     * Reads the cache lines that its next turn needs, in steps: first the two of its own, then those that they lead to.
     *
     * @param step 0 and up, below {@link #STEPS}
     * @return a value without meaning
     */
    public int readAhead(int step) {
        return switch (step) {
            case 0 -> (state == QpState.RESET ? 1 : 0) + (sendCq == null ? 1 : 0);
            case 1 -> send.readAhead() + connection.readAhead() + receive.readAhead();
            case 2 -> send.ring.mask + receive.acks.size() + queues.sendsPosted();
            default -> send.ring.readAhead();
        };
    }

    /**
     * Reads the cache lines that a request of the peer needs, in such steps.
     *
     * @param step 0 and up, below {@link #PEER_STEPS}
     * @return a value without meaning
     */
    public int readAheadForPeer(int step) {
        return switch (step) {
            case 0 -> (state == QpState.RESET ? 1 : 0) + (sendCq == null ? 1 : 0);
            case 1 -> connection.readAhead() + receive.readAhead();
            default -> receive.acks.size();
        };
    }

    /** {@return whether its service acknowledges requests: RC, XRC or SRD} */
    public boolean isReliable() {
        return service == QpService.RC || service == QpService.XRC || service == QpService.SRD;
    }

    /** {@return whether it is an XRC target: it takes requests for the SRQs of its domain, and sends none} */
    public boolean isXrcTarget() {
        return xrcDomain != SrqContext.NO_DOMAIN;
    }

    /**
     * Makes an XRC target work on a request for an SRQ.
     *
     * @param shared an SRQ of its domain
     */
    public void actFor(SrqContext shared) {
        srq = shared;
        pd = shared.pd;
        receiveCq = shared.completions;
        receiveUserIndex = shared.userIndex;
    }

    /** Makes an XRC target forget the SRQ of its last request, and a receive that it had taken there. */
    public void leaveSrq() {
        srq = null;
        receiveCq = NoQueues.INSTANCE;
        receive.slot.taken = false;
    }

    /** {@return whether it processes requests of the peer in its state} */
    public boolean answers() {
        return takesRequests && answersInState();
    }

    private boolean answersInState() {
        return state == QpState.RTR || sends() || state == QpState.SQE;
    }

    /** {@return whether it works on send requests; in SQD only on those that were begun before} */
    public boolean sends() {
        return state == QpState.RTS || state == QpState.SQD;
    }

    /** {@return whether it is in SQD and has unfinished requests} */
    public boolean isDraining() {
        return state == QpState.SQD && !send.ring.isEmpty();
    }

    /** {@return whether it owes answers to the peer} */
    public boolean mayStillAnswer() {
        return state != QpState.RESET && !receive.owesNothing();
    }
}
