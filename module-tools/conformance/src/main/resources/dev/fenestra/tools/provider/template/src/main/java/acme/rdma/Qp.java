package acme.rdma;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import org.jspecify.annotations.Nullable;

/** The card's side of a QP: its state, its peer, and the rings that it shares with the user half. */
final class Qp implements DriverQp {
    private static final int RETRY_FOR_EVER = 7;

    private final int number;
    private final Pd pd;
    private final Cq sendCq;
    private final Cq recvCq;
    private final SendRing sends;
    private final ReceiveRing receives;
    private final boolean signalAll;
    private QpState state = QpState.RESET;
    private int access;
    private Gid peerGid = new Gid(0, 0);
    private int peerNumber;
    private int mtu;
    private int timeout;
    private int retryCount;
    private int rnrRetry;
    private int maxRdAtomic;
    private int maxDestRdAtomic;
    /** How often the oldest request was tried again. */
    private int tries;

    private @Nullable WcStatus waitsFor;

    Qp(int number, Pd pd, QpRequest request, SendRing sends, ReceiveRing receives) {
        this.number = number;
        this.pd = pd;
        sendCq = (Cq) request.sendCq();
        recvCq = (Cq) request.recvCq();
        signalAll = request.signalAll();
        this.sends = sends;
        this.receives = receives;
    }

    @Override
    public int number() {
        return number;
    }

    Pd pd() {
        return pd;
    }

    SendRing sends() {
        return sends;
    }

    ReceiveRing receives() {
        return receives;
    }

    QpState state() {
        return state;
    }

    boolean allows(AccessFlag right) {
        return right.in(access);
    }

    int mtu() {
        return mtu;
    }

    boolean mayRead() {
        return maxRdAtomic > 0;
    }

    boolean servesReads() {
        return maxDestRdAtomic > 0;
    }

    /** Takes part in traffic that a peer begins. */
    boolean answers(Card from, Qp peer) {
        boolean isUp = state == QpState.RTR || state == QpState.RTS || state == QpState.SQD;
        return isUp && peerNumber == peer.number && peerGid.equals(from.gid());
    }

    Gid peerGid() {
        return peerGid;
    }

    int peerNumber() {
        return peerNumber;
    }

    /** The status that the oldest request will end with if it is never answered; null while it was not tried. */
    @Nullable
    WcStatus waitsFor() {
        return waitsFor;
    }

    void waitsFor(WcStatus status) {
        waitsFor = status;
    }

    int tries() {
        return tries;
    }

    /** Counts one more try of the oldest request; false when it was the last. */
    boolean triesAgain() {
        return tries++ < (isNotReady() ? rnrRetry : retryCount);
    }

    /** Seven RNR retries, or a timeout of 0, mean no end. */
    boolean triesForEver() {
        return isNotReady() ? rnrRetry == RETRY_FOR_EVER : timeout == 0;
    }

    private boolean isNotReady() {
        return waitsFor == WcStatus.RNR_RETRY_EXC_ERR;
    }

    void apply(QpAttributes asked) {
        access = asked.has(QpAttribute.ACCESS_FLAGS) ? asked.access() : access;
        peerGid = asked.has(QpAttribute.AV) ? asked.destination() : peerGid;
        peerNumber = asked.has(QpAttribute.DEST_QPN) ? asked.destinationQpn() : peerNumber;
        mtu = asked.has(QpAttribute.PATH_MTU) ? asked.pathMtu().bytes() : mtu;
        timeout = asked.has(QpAttribute.TIMEOUT) ? asked.timeout() : timeout;
        retryCount = asked.has(QpAttribute.RETRY_CNT) ? asked.retryCount() : retryCount;
        rnrRetry = asked.has(QpAttribute.RNR_RETRY) ? asked.rnrRetry() : rnrRetry;
        maxRdAtomic = asked.has(QpAttribute.MAX_QP_RD_ATOMIC) ? asked.maxRdAtomic() : maxRdAtomic;
        maxDestRdAtomic = asked.has(QpAttribute.MAX_DEST_RD_ATOMIC) ? asked.maxDestRdAtomic() : maxDestRdAtomic;
        if (asked.has(QpAttribute.STATE)) {
            enter(asked.state());
        }
    }

    /** Enters a state: RESET forgets what is posted, ERR flushes it. */
    void enter(QpState next) {
        state = next;
        nextRequest();
        if (next == QpState.RESET) {
            sends.forget();
            receives.forget();
        } else if (next == QpState.ERR) {
            flush();
        }
    }

    /** In ERR: completes everything that is posted, in order. */
    void flush() {
        for (Work work = sends.peek(); work != null; work = sends.peek()) {
            sendFailed(work, WcStatus.WR_FLUSH_ERR, 0);
        }
        for (Receive receive = receives.peek(); receive != null; receive = receives.peek()) {
            receiveFailed(receive, WcStatus.WR_FLUSH_ERR, 0);
        }
    }

    void sendDone(Work work, WcOpcode opcode, int bytes, int key) {
        nextRequest();
        if (signalAll || work.isSignaled()) {
            sendCq.succeeded(work.wrId, opcode, bytes, number, key, 0);
        }
        sends.remove();
    }

    void sendFailed(Work work, WcStatus status, int vendorError) {
        sendCq.failed(work.wrId, status, number, vendorError);
        sends.remove();
    }

    private void nextRequest() {
        tries = 0;
        waitsFor = null;
    }

    void receiveDone(Receive receive, WcOpcode opcode, int bytes, int immediateOrKey, int flags) {
        recvCq.succeeded(receive.wrId, opcode, bytes, number, immediateOrKey, flags);
        receives.remove();
    }

    void receiveFailed(Receive receive, WcStatus status, int vendorError) {
        recvCq.failed(receive.wrId, status, number, vendorError);
        receives.remove();
    }
}
