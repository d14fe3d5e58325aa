package dev.fenestra.hw.sim.hca.qp;

/** The sending half of a QP: the requests, their PSNs, and the timers. */
public final class SendState {
    /** A deadline while no timer runs. */
    public static final long NEVER = Long.MAX_VALUE;

    /** The requests between fetch and completion. */
    public final FetchedSends ring;
    /** Index of the next request to fetch, in basic blocks, modulo 65536. */
    public int nextFetch;
    /** PSN of the next new request. */
    public int nextPsn;
    /** The PSN after the last one that has been sent, or requested by a READ. No answer to it can have come. */
    public int unsentPsn;
    /**
     * The oldest PSN that is not acknowledged, possibly in the middle of a message; {@link #unsentPsn} when nothing is
     * outstanding. A READ acknowledges by its answer, packet by packet.
     */
    public int unacknowledgedPsn;

    /** Bytes of the message at the cursor that have been sent. */
    public long sent;

    /** Number of the piece of data to send from next. */
    public int gatherUnit;
    /** Bytes of that piece that have been sent. */
    public int gatherOffset;
    /** The request whose data last waited for a page, as a count of {@link FetchedSends}. */
    public int faultedRequest;

    /** READs and atomics before the cursor that wait for their answer: 0 to {@link Connection#requesterDepth}. */
    public int readsOutstanding;
    /**
     * Response packets received for the oldest such request. It is not 0 only when {@link #unacknowledgedPsn} lies
     * inside it.
     */
    public int readProgress;

    /** SRD: response packets that the oldest READ had when it was last sent. Its responder sends some at a time. */
    public int askedFrom;

    /** How often the QP has begun to send, from RESET on. */
    int beginnings;

    /** A retry has been spent on the missing packet. The next one waits for progress or the timer. */
    public boolean gapNoted;

    /** The last turn ended before all was sent. An answer of the peer gives the next turn. */
    public boolean stalled;

    /** Retries left after timeouts. */
    public int retriesLeft;
    /** Retries left after RNR NAKs. */
    public int rnrRetriesLeft;
    /** Time at which the oldest request is sent again, nanoseconds; or {@link #NEVER}. */
    public long ackDeadline = NEVER;
    /** Time at which sending goes on after an RNR NAK, nanoseconds; or {@link #NEVER}. */
    public long rnrDeadline = NEVER;

    /** Whether to raise an event when the send queue is drained. */
    public boolean tellsDrained;
    /** Bytes of an answer that fit the completion of a signaled request. */
    public int inlineAnswer;

    private final Connection connection;

    /**
     * Makes the sending half of a QP in RESET.
     *
     * @param slots of the send queue, a power of two
     * @param connection retries and window
     */
    SendState(int slots, Connection connection) {
        ring = new FetchedSends(slots);
        this.connection = connection;
    }

    /** Forgets everything but what a QP in RESET has. */
    void clear() {
        ring.clear();
        nextFetch = 0;
        readsOutstanding = 0;
        readProgress = 0;
        sent = 0;
        gapNoted = false;
        stalled = false;
        ackDeadline = NEVER;
        rnrDeadline = NEVER;
        tellsDrained = false;
    }

    /**
     * Sets the first PSN, and gives all retries back.
     *
     * @param psn 24 bits
     */
    public void begin(int psn) {
        beginnings++;
        nextPsn = psn;
        unsentPsn = psn;
        unacknowledgedPsn = psn;
        giveRetriesBack();
    }

    /** Forgets what is outstanding, since its request has failed and the QP goes on. */
    void forget() {
        unacknowledgedPsn = unsentPsn;
        readsOutstanding = 0;
        readProgress = 0;
        gapNoted = false;
        stopTimers();
        giveRetriesBack();
    }

    /**
     * Sets the retries, and gives all of them back.
     *
     * @param timeouts retries after timeouts, 0 to 7
     * @param notReady retries after RNR NAKs, 0 to 6; 7 for ever
     */
    public void retries(int timeouts, int notReady) {
        connection.retryCount = timeouts;
        connection.rnrRetry = notReady;
        giveRetriesBack();
    }

    /** Gives all retries back, after progress. */
    public void giveRetriesBack() {
        retriesLeft = connection.retryCount;
        rnrRetriesLeft = connection.rnrRetry;
    }

    /**
     * {@return packets that may be sent from a PSN on; 0 or less when the peer has to acknowledge more first}
     *
     * @param psn of the next packet
     */
    public int roomInWindow(int psn) {
        return connection.window - Psn.difference(psn, unacknowledgedPsn);
    }

    /**
     * {@return whether a PSN is sent and not acknowledged}
     *
     * @param psn 24 bits
     */
    public boolean isOutstanding(int psn) {
        return Psn.difference(psn, unacknowledgedPsn) >= 0 && Psn.difference(psn, unsentPsn) < 0;
    }

    /**
     * Notes that all PSNs up to one are acknowledged.
     *
     * @param psn the last acknowledged PSN
     * @return false when that was known
     */
    public boolean acknowledgedUpTo(int psn) {
        if (Psn.difference(psn, unacknowledgedPsn) < 0) {
            return false;
        }
        unacknowledgedPsn = Psn.plus(psn, 1);
        return true;
    }

    /**
     * Notes that packets up to a PSN have been sent, for the first time or again.
     *
     * @param psn PSN of the last packet
     */
    public void sentUpTo(int psn) {
        if (Psn.difference(psn, unsentPsn) >= 0) {
            unsentPsn = Psn.plus(psn, 1);
        }
    }

    /**
     * {@return requests of one packet each that may be fetched and sent now; 0 or less when there are none}
     *
     * @param posted slots posted so far
     */
    public int room(int posted) {
        int free = Math.min(ring.mask + 1 - (ring.tail - ring.head), roomInWindow(nextPsn));
        return Math.min(posted - nextFetch & 0xffff, free);
    }

    /**
     * Notes that requests of one block and one packet each, which the ring has, were fetched and sent.
     *
     * @param requests how many, at least 1
     */
    public void fetchedAndSent(int requests) {
        ring.tail += requests;
        ring.cursor = ring.tail;
        sent = 0;
        nextFetch = nextFetch + requests & 0xffff;
        nextPsn = Psn.plus(nextPsn, requests);
        sentUpTo(Psn.plus(nextPsn, -1));
    }

    /** Moves the cursor past a request that is sent or done. */
    public void leaveBehind() {
        ring.cursor++;
        sent = 0;
    }

    /** Reads its cache lines. */
    int readAhead() {
        return (int) sent + inlineAnswer + (stalled ? 1 : 0);
    }

    /** Stops both timers. */
    void stopTimers() {
        ackDeadline = NEVER;
        rnrDeadline = NEVER;
    }
}
