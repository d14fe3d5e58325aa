package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.engine.event.CompletingQp;
import dev.fenestra.hw.sim.engine.protection.FaultSlots;
import dev.fenestra.hw.sim.engine.protection.QpView;
import dev.fenestra.hw.sim.prm.Qpc;
import dev.fenestra.hw.sim.queue.CompletionRing;
import dev.fenestra.hw.sim.queue.WorkQueues;
import org.jspecify.annotations.Nullable;

/**
 * A QP as the device knows it. Plain state: the commands set it up, requester, responder and completer work on it,
 * always in the device's serial order.
 */
public final class QpContext implements CompletingQp, QpView {
    static final long NEVER = Long.MAX_VALUE;
    /** In place of an operation: no message is in progress. */
    static final int NO_MESSAGE = 0;

    /** Far below half the PSN range. */
    private static final int MAX_WINDOW = 1 << 16;

    private static final int MAX_ACK_INTERVAL = 64;
    private static final int SERVICE_SHIFT = 5;
    private static final int WIRE_UD = 3;
    private static final int WIRE_XRC = 5;

    public final int number;
    /** Differs from that of every earlier QP, also of one with the same number. */
    public final int serial;

    /** Transport service, numbered as in the QP context. */
    public final int service;

    /** Of an XRC target: that of the SRQ which the request it works on names. */
    public int pd;

    public final int userIndex;
    public final CompletionRing sendCq;
    /** Of an XRC target: that of the SRQ which the request it works on names; so is the user index of receives. */
    public CompletionRing receiveCq;

    int receiveUserIndex;
    public final WorkQueues queues;

    /** Bus address of the QP's cell in the binding ledger; 0 for none. */
    public final long ledger;
    /** Type-2A windows bound through this QP. */
    int boundWindows;

    /**
     * Where its receives come from in place of a queue of its own, or null; of an XRC target it changes from message to
     * message.
     */
    public @Nullable SrqContext srq;

    /** XRC: a target has a domain, an initiator has {@link SrqContext#NO_DOMAIN} and gets no requests. */
    public final int xrcDomain;

    /** Bytes of a message that travel in the completion of its receive. */
    public int inlineReceive;
    /** Bytes of an answer that travel in the completion of a signaled request. */
    public int inlineAnswer;

    public int state = Qpc.STATE_RST;
    public int mtu;
    public int remoteQpn;
    public long remoteGidHigh;
    public long remoteGidLow;
    public int destinationPort = -1;
    public int udpSourcePort;
    public boolean remoteRead;
    public boolean remoteWrite;
    public boolean remoteAtomic;
    /** FLUSH types that peers may ask for: bit 0 for global visibility, bit 1 for persistence. */
    public int remoteFlush;

    public int ackTimeout;
    public int retryCount;
    public int rnrRetry;
    public int minRnrTimer;
    public int qkey;
    public int requesterDepth;
    public int responderDepth;

    private final boolean takesRequests;
    final SendRing sends;
    int nextFetch;
    int nextPsn;
    /** One behind the last PSN that has been sent, or asked for by a READ; nobody can have answered it. */
    int unsentPsn;
    /**
     * The oldest PSN that is not acknowledged, in the middle of a message too; {@link #unsentPsn} when nothing is
     * outstanding. A READ acknowledges by its answer, packet by packet.
     */
    int unacknowledgedPsn;
    /** Packets that may be on their way without an acknowledgement. */
    int window = MAX_WINDOW;
    /** A long message asks for an ACK at this interval, packets; a power of two. */
    int ackInterval = MAX_ACK_INTERVAL;

    long sent;
    int gatherUnit;
    int gatherOffset;
    /** The request whose data waited last for a page, as {@link SendRing} counts. */
    int faultedRequest;

    /** Fetches that wait for their answer and lie before the send cursor: 0 to {@link #requesterDepth}. */
    int readsOutstanding;
    /**
     * Response packets taken of the oldest fetch that waits; not 0 only when {@link #unacknowledgedPsn} lies in its
     * midst.
     */
    int readProgress;

    /** One retry has been spent on what is missing; the next waits for progress or the timer. */
    boolean gapNoted;

    boolean stalled;
    int retriesLeft;
    int rnrRetriesLeft;
    long ackDeadline = NEVER;
    long rnrDeadline = NEVER;

    /** The host knows that the peer sends. */
    boolean established;
    /** An event is to tell when the send queue is drained. */
    public boolean tellsDrained;

    int expectedPsn;
    int messageCount;
    /** The operation of the message in progress, or {@link #NO_MESSAGE}. */
    int expectedPart = NO_MESSAGE;

    boolean sequenceNakSent;
    int nextReceive;
    final ReceiveSlot receive;
    long received;
    /** Software has been told that no more receives are taken from the SRQ. */
    boolean lastReceiveTold;

    int writeKey;
    long writeAddress;
    long writeLeft;
    final AckQueue acks;
    final ResponseQueue responses;
    final FaultSlots faults = new FaultSlots();

    public QpContext(
            int number,
            int serial,
            int service,
            int pd,
            int userIndex,
            CompletionRing sendCq,
            CompletionRing receiveCq,
            WorkQueues queues,
            long ledger,
            int xrcDomain,
            int maxDepth,
            boolean coalescesAcks) {
        this.number = number;
        this.serial = serial;
        this.service = service;
        this.pd = pd;
        this.userIndex = userIndex;
        this.sendCq = sendCq;
        this.receiveCq = receiveCq;
        this.queues = queues;
        this.ledger = ledger;
        this.xrcDomain = xrcDomain;
        receiveUserIndex = userIndex;
        takesRequests = service != Qpc.SERVICE_XRC || isXrcTarget();
        receive = new ReceiveSlot(queues);
        sends = new SendRing(queues.sendSlots());
        acks = new AckQueue(coalescesAcks);
        responses = new ResponseQueue(maxDepth);
    }

    /** Forgets everything that a QP in RESET does not know; its doorbell record starts at 0 again. */
    public void reset() {
        state = Qpc.STATE_RST;
        sends.clear();
        nextFetch = 0;
        readsOutstanding = 0;
        readProgress = 0;
        sent = 0;
        gapNoted = false;
        stalled = false;
        ackDeadline = NEVER;
        rnrDeadline = NEVER;
        established = false;
        tellsDrained = false;
        messageCount = 0;
        expectedPart = NO_MESSAGE;
        sequenceNakSent = false;
        nextReceive = 0;
        receive.taken = false;
        received = 0;
        lastReceiveTold = false;
        if (isXrcTarget()) {
            leaveSrq();
        }
        acks.clear();
        responses.clear();
        faults.clear();
    }

    /** The first PSN this QP will send. */
    public void sendPsn(int psn) {
        nextPsn = psn;
        unsentPsn = psn;
        unacknowledgedPsn = psn;
        retriesLeft = retryCount;
        rnrRetriesLeft = rnrRetry;
    }

    /** How often a request is sent again; what is left of the old count is forgotten. */
    public void retries(int timeouts, int notReady) {
        retryCount = timeouts;
        rnrRetry = notReady;
        retriesLeft = timeouts;
        rnrRetriesLeft = notReady;
    }

    /** Sets how many packets may be on their way without an acknowledgement; at least two. */
    void limit(int packets) {
        window = Math.min(packets, MAX_WINDOW);
        ackInterval = Math.min(Integer.highestOneBit(window) / 2, MAX_ACK_INTERVAL);
    }

    /** How many packets may be sent from this PSN on; 0 or less when the peer has to acknowledge more first. */
    int roomInWindow(int psn) {
        return window - Psn.difference(psn, unacknowledgedPsn);
    }

    /** Notes that all up to a PSN is acknowledged; false when that was known. */
    boolean acknowledgedUpTo(int psn) {
        if (Psn.difference(psn, unacknowledgedPsn) < 0) {
            return false;
        }
        unacknowledgedPsn = Psn.plus(psn, 1);
        return true;
    }

    /** Notes that packets up to a PSN have been sent, for the first time or again. */
    void sentUpTo(int psn) {
        if (Psn.difference(psn, unsentPsn) >= 0) {
            unsentPsn = Psn.plus(psn, 1);
        }
    }

    /** The PSN behind the last one that was sent, or asked for by a READ. */
    public int sendPsn() {
        return unsentPsn;
    }

    /** The first PSN this QP expects. */
    public void receivePsn(int psn) {
        expectedPsn = psn;
    }

    /** The PSN of the request that this QP expects next. */
    public int receivePsn() {
        return expectedPsn;
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
    int packetOpcode(int operation) {
        return wireService() << SERVICE_SHIFT | operation;
    }

    /** Number of its service in the upper bits of a packet's opcode. */
    int wireService() {
        return service < Qpc.SERVICE_UD ? service : service == Qpc.SERVICE_UD ? WIRE_UD : WIRE_XRC;
    }

    /** Reads what lies in the lines of its own state. */
    int prefetchState() {
        return sends.mask + nextFetch + acks.size() + mtu;
    }

    /** Reads what lies behind that: its doorbell record and the slot of its next request. */
    int prefetchQueues() {
        return queues.sendsPosted() + sends.prefetch();
    }

    boolean isReliable() {
        return service == Qpc.SERVICE_RC || service == Qpc.SERVICE_XRC;
    }

    /** Takes requests for the SRQs of its domain, and sends none. */
    public boolean isXrcTarget() {
        return xrcDomain != SrqContext.NO_DOMAIN;
    }

    /** An XRC target works on a request for this SRQ. */
    void actFor(SrqContext shared) {
        srq = shared;
        pd = shared.pd;
        receiveCq = shared.completions;
        receiveUserIndex = shared.userIndex;
    }

    /** An XRC target forgets the SRQ of its last request, and a receive that it had taken there. */
    void leaveSrq() {
        srq = null;
        receiveCq = NoQueues.INSTANCE;
        receive.taken = false;
    }

    boolean answers() {
        return takesRequests && answersInState();
    }

    private boolean answersInState() {
        return state == Qpc.STATE_RTR || sends() || state == Qpc.STATE_SQER;
    }

    /** Whether requests are worked on; in SQD only those that were begun before. */
    boolean sends() {
        return state == Qpc.STATE_RTS || state == Qpc.STATE_SQD;
    }

    /** In SQD, with requests begun before that have not ended. */
    public boolean isDraining() {
        return state == Qpc.STATE_SQD && !sends.isEmpty();
    }
}
