package dev.fenestra.ib.core.cm.protocol;

import dev.fenestra.ib.core.cm.CmPath;
import dev.fenestra.ib.core.vocabulary.Mtu;
import org.jspecify.annotations.Nullable;

/** One end of a connection, or of a request for a datagram service; guarded by the lock of its manager. */
public final class CmConnection {
    private static final byte[] NO_REQUEST = new byte[0];

    final int localId;
    final CmPath path;
    CmState state = CmState.IDLE;

    @Nullable
    CmUser user;

    long transaction;

    int remoteId;
    long remoteGuid;
    int remoteQpn;
    int localQpn;

    Mtu mtu;
    int sqPsn;
    int rqPsn;
    int responderResources;
    int initiatorDepth;
    int retryCount;
    int rnrRetryCount;
    int ackTimeout;

    long retryAfter;
    int maxRetries;
    int retriesLeft;
    byte @Nullable [] unanswered;
    /** The SIDR_REQ that is to be answered. */
    byte[] request = NO_REQUEST;

    Deadlines.@Nullable Deadline timer;

    /** A connection in IDLE. */
    CmConnection(int localId, CmPath path) {
        this.localId = localId;
        this.path = path;
        mtu = path.from().mtu();
    }

    /** {@return its state} */
    public CmState state() {
        return state;
    }

    /** {@return the path of its messages and of its QP} */
    public CmPath path() {
        return path;
    }

    /** {@return the own name of the connection} */
    public int localId() {
        return localId;
    }

    /** {@return the peer's QP, 0 while it is not known} */
    public int remoteQpn() {
        return remoteQpn;
    }

    /** {@return the largest payload of a packet} */
    public Mtu mtu() {
        return mtu;
    }

    /** {@return the first PSN that the own QP sends} */
    public int sqPsn() {
        return sqPsn;
    }

    /** {@return the first PSN that the peer's QP sends} */
    public int rqPsn() {
        return rqPsn;
    }

    /** {@return READs and atomics that the own QP serves at a time} */
    public int responderResources() {
        return responderResources;
    }

    /** {@return READs and atomics that the own QP may have outstanding} */
    public int initiatorDepth() {
        return initiatorDepth;
    }

    /** {@return how often the own QP retries after a timeout} */
    public int retryCount() {
        return retryCount;
    }

    /** {@return how often the own QP retries after an RNR NAK} */
    public int rnrRetryCount() {
        return rnrRetryCount;
    }

    /** {@return the wait of the own QP for an ACK: 4.096 us * 2^n} */
    public int ackTimeout() {
        return ackTimeout;
    }

    /**
     * Sets who is told what happens.
     *
     * @param newUser the user, or null for nobody
     */
    public void user(@Nullable CmUser newUser) {
        user = newUser;
    }

    void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        unanswered = null;
    }
}
