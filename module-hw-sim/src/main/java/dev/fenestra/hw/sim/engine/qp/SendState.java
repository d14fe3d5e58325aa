package dev.fenestra.hw.sim.engine.qp;

/** The sending half of a QP: what is fetched, sent, acknowledged, and when it is to be sent again. */
public final class SendState {
    /** In place of a deadline: no timer runs. */
    public static final long NEVER = Long.MAX_VALUE;

    public final SendRing ring;
    public int nextFetch;
    public int nextPsn;
    /** One behind the last PSN that has been sent, or asked for by a READ; nobody can have answered it. */
    public int unsentPsn;
    /**
     * The oldest PSN that is not acknowledged, in the middle of a message too; {@link #unsentPsn} when nothing is
     * outstanding. A READ acknowledges by its answer, packet by packet.
     */
    public int unacknowledgedPsn;

    /** Bytes of the message at the cursor that are sent. */
    public long sent;

    public int gatherUnit;
    public int gatherOffset;
    /** The request whose data waited last for a page, as {@link SendRing} counts. */
    public int faultedRequest;

    /** Fetches that wait for their answer and lie before the send cursor: 0 to {@link Connection#requesterDepth}. */
    public int readsOutstanding;
    /**
     * Response packets taken of the oldest fetch that waits; not 0 only when {@link #unacknowledgedPsn} lies in its
     * midst.
     */
    public int readProgress;

    /** One retry has been spent on what is missing; the next waits for progress or the timer. */
    public boolean gapNoted;

    /** The last turn ended before all was sent: an answer gives the next turn. */
    public boolean stalled;

    public int retriesLeft;
    public int rnrRetriesLeft;
    public long ackDeadline = NEVER;
    public long rnrDeadline = NEVER;

    /** An event is to tell when the send queue is drained. */
    public boolean tellsDrained;
    /** Bytes of an answer that travel in the completion of a signaled request. */
    public int inlineAnswer;

    private final Connection connection;

    public SendState(int slots, Connection connection) {
        ring = new SendRing(slots);
        this.connection = connection;
    }

    /** Forgets everything that a QP in RESET does not know. */
    public void clear() {
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

    /** Sets the first PSN that will be sent, with all retries to spend. */
    public void begin(int psn) {
        nextPsn = psn;
        unsentPsn = psn;
        unacknowledgedPsn = psn;
        giveRetriesBack();
    }

    /** Sets how often a request is sent again; what is left of the old count is forgotten. */
    public void retries(int timeouts, int notReady) {
        connection.retryCount = timeouts;
        connection.rnrRetry = notReady;
        giveRetriesBack();
    }

    /** There was progress: all retries may be spent again. */
    public void giveRetriesBack() {
        retriesLeft = connection.retryCount;
        rnrRetriesLeft = connection.rnrRetry;
    }

    /** How many packets may be sent from this PSN on; 0 or less when the peer has to acknowledge more first. */
    public int roomInWindow(int psn) {
        return connection.window - Psn.difference(psn, unacknowledgedPsn);
    }

    /** Whether a PSN is sent and not acknowledged. */
    public boolean isOutstanding(int psn) {
        return Psn.difference(psn, unacknowledgedPsn) >= 0 && Psn.difference(psn, unsentPsn) < 0;
    }

    /** Notes that all up to a PSN is acknowledged; false when that was known. */
    public boolean acknowledgedUpTo(int psn) {
        if (Psn.difference(psn, unacknowledgedPsn) < 0) {
            return false;
        }
        unacknowledgedPsn = Psn.plus(psn, 1);
        return true;
    }

    /** Notes that packets up to a PSN have been sent, for the first time or again. */
    public void sentUpTo(int psn) {
        if (Psn.difference(psn, unsentPsn) >= 0) {
            unsentPsn = Psn.plus(psn, 1);
        }
    }

    /** Leaves the request at the cursor behind: it is sent, or done. */
    public void leaveBehind() {
        ring.cursor++;
        sent = 0;
    }

    /** No timer runs any more. */
    public void stopTimers() {
        ackDeadline = NEVER;
        rnrDeadline = NEVER;
    }
}
