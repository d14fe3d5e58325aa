package dev.fenestra.ib.core.cm.protocol;

import dev.fenestra.ib.core.cm.CmNetwork;
import dev.fenestra.ib.core.cm.CmPath;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.mad.MraMad;
import org.jspecify.annotations.Nullable;

/** The calls of ib_cm, and the steps of connections. The caller has the lock. */
public final class CmProtocol {
    private final CmNetwork network;
    private final CmLock lock;
    private final Deadlines deadlines;
    private final CmTimes times;
    private final CmConnections connections;

    /**
     * Makes an instance without connections.
     *
     * @param network sends datagrams and tells the time
     * @param lock of the manager
     * @param deadlines of the manager
     * @param times how long messages wait
     * @param seed of names and PSNs
     */
    public CmProtocol(CmNetwork network, CmLock lock, Deadlines deadlines, CmTimes times, long seed) {
        this.network = network;
        this.lock = lock;
        this.deadlines = deadlines;
        this.times = times;
        connections = new CmConnections(seed);
    }

    /**
     * {@return a new connection, in IDLE}
     *
     * @param path of its messages
     */
    public CmConnection create(CmPath path) {
        CmConnection connection = connections.create(path);
        connection.transaction = path.from().guid() << Integer.SIZE | connection.localId & 0xffffffffL;
        connection.ackTimeout = times.ackTimeout();
        return connection;
    }

    /**
     * {@return how many connections there are, those in time-wait included} For leak checks.
     */
    public int count() {
        return connections.count();
    }

    /**
     * Sends REQ.
     *
     * @param c in IDLE
     * @param request what it asks for
     */
    public void connect(CmConnection c, CmRequest request) {
        c.localQpn = request.param().qpn();
        c.responderResources = request.param().responderResources();
        c.initiatorDepth = request.param().initiatorDepth();
        c.retryCount = request.param().retryCount();
        c.ackTimeout = request.ackTimeout();
        waits(c, times.responseTimeout(), times.maxRetries());
        apply(c, CmInput.CONNECT, CmMessages.req(c, request, times));
    }

    /**
     * Lets the peer wait when it asks again.
     *
     * @param c in REQ_RCVD or REP_RCVD; else nothing happens
     */
    public void delay(CmConnection c) {
        apply(c, CmInput.DELAY, null);
    }

    /**
     * Sends REP.
     *
     * @param c the connection
     * @param param the own end
     * @param ece the own options
     * @return false when its state does not permit it
     */
    public boolean accept(CmConnection c, ConnParam param, Ece ece) {
        byte[] rep = CmMessages.rep(c, param, ece);
        if (!apply(c, CmInput.ACCEPT, rep)) {
            return false;
        }
        c.localQpn = param.qpn();
        c.responderResources = param.responderResources();
        c.initiatorDepth = param.initiatorDepth();
        return true;
    }

    /**
     * Sends RTU.
     *
     * @param c the connection
     * @return false when its state does not permit it
     */
    public boolean ready(CmConnection c) {
        return apply(c, CmInput.READY, null);
    }

    /**
     * Sends REJ.
     *
     * @param c the connection
     * @param reason a {@link RejectReason}
     * @param privateData at most 148 octets
     * @return false when its state does not permit it
     */
    public boolean reject(CmConnection c, int reason, byte[] privateData) {
        return apply(c, CmInput.REJECT, CmMessages.rej(c, reason, privateData));
    }

    /**
     * Takes the connection as established, since data have come.
     *
     * @param c the connection
     * @return false when its state does not permit it
     */
    public boolean establish(CmConnection c) {
        return apply(c, CmInput.ESTABLISH, null);
    }

    /**
     * Sends DREQ, or DREP for one that has come.
     *
     * @param c the connection
     * @return false when its state does not permit it
     */
    public boolean disconnect(CmConnection c) {
        waits(c, times.responseTimeout(), times.maxRetries());
        return apply(c, CmInput.DISCONNECT, CmMessages.dreq(c));
    }

    /**
     * Sends SIDR_REQ.
     *
     * @param c in IDLE
     * @param service the service ID
     * @param privateData at most 216 octets
     */
    public void askService(CmConnection c, long service, byte[] privateData) {
        waits(c, times.responseTimeout(), times.maxRetries());
        apply(c, CmInput.ASK_SERVICE, CmMessages.sidrReq(c, service, privateData));
    }

    /**
     * Sends SIDR_REP.
     *
     * @param c the connection
     * @param status a {@link SidrStatus}
     * @param qp of the service
     * @return false when its state does not permit it
     */
    public boolean nameService(CmConnection c, int status, ServiceQp qp) {
        return c.state == CmState.SIDR_REQ_RCVD
                && apply(c, CmInput.NAME_SERVICE, CmMessages.sidrRep(c.request, status, qp));
    }

    /**
     * Lets a connection go: the peer is told, and nobody here is any more. It stays in time-wait for a while if it was
     * in use.
     *
     * @param c the connection
     */
    public void abandon(CmConnection c) {
        c.user = null;
        apply(c, CmInput.ABANDON, null);
    }

    /**
     * Forgets a connection without a word, as its device has gone or the peer is to ask again.
     *
     * @param c the connection
     */
    public void drop(CmConnection c) {
        c.user = null;
        c.stopTimer();
        c.state = CmState.IDLE;
        connections.forget(c);
    }

    /** Does the step of the table, if there is one: state, timers, message, and then the notice. */
    boolean apply(CmConnection c, CmInput input, byte @Nullable [] mad) {
        CmStep step = CmTable.step(c.state, input);
        if (step == null) {
            return false;
        }
        CmState before = c.state;
        byte[] composed = compose(c, step.action());
        if (step.action() != CmAction.WAIT_LONGER && step.next() != before) {
            c.stopTimer();
        }
        c.state = step.next();
        act(c, step.action(), mad, composed);
        if (c.state == CmState.TIMEWAIT && before != CmState.TIMEWAIT) {
            connections.releaseQp(c);
            c.timer = deadlines.at(
                    network.now() + CmTimes.nanos(c.ackTimeout), () -> apply(c, CmInput.TIMEWAIT_OVER, null));
        }
        if (c.state == CmState.IDLE) {
            connections.forget(c);
        }
        CmUser told = c.user;
        if (step.notice() != null && told != null) {
            told.told(step.notice(), mad);
        }
        return true;
    }

    /** The message of an action, in the state before the step; empty for those that the caller brings. */
    private byte[] compose(CmConnection c, CmAction action) {
        return switch (action) {
            case RTU -> CmMessages.rtu(c);
            case MRA -> CmMessages.mra(c, times);
            case DREQ -> CmMessages.dreq(c);
            case DREP -> CmMessages.drep(c.transaction, c.localId, c.remoteId);
            case REJ_STALE -> CmMessages.rej(c, RejectReason.STALE_CONNECTION);
            case REJ_TIMEOUT -> CmMessages.rej(c, RejectReason.TIMEOUT);
            case REJ_CONSUMER -> CmMessages.rej(c, RejectReason.CONSUMER);
            case SIDR_REJECT -> CmMessages.sidrRep(c.request, SidrStatus.REJECTED, ServiceQp.none());
            case APR -> CmMessages.apr(c);
            case NOTHING, SEND, SEND_UNTIL_ANSWERED, WAIT_LONGER -> new byte[0];
        };
    }

    private void act(CmConnection c, CmAction action, byte @Nullable [] given, byte[] composed) {
        if (action == CmAction.SEND_UNTIL_ANSWERED && given != null) {
            c.unanswered = given;
            c.retriesLeft = c.maxRetries;
            send(c.path, given);
            retryAt(c, network.now() + c.retryAfter);
        } else if (action == CmAction.WAIT_LONGER && given != null) {
            long service = CmTimes.nanos(MraMad.SERVICE_TIMEOUT.getInt(given));
            retryAt(c, network.now() + service + c.retryAfter);
        } else if (action == CmAction.SEND && given != null) {
            send(c.path, given);
        } else if (composed.length > 0) {
            send(c.path, composed);
        }
    }

    /** Sets how long messages of a connection wait, and how often they are sent again. */
    void waits(CmConnection c, int peerResponseTimeout, int maxRetries) {
        c.retryAfter = times.retryAfter(peerResponseTimeout);
        c.maxRetries = maxRetries;
    }

    private void retryAt(CmConnection c, long time) {
        if (c.timer != null) {
            c.timer.cancel();
        }
        c.timer = deadlines.at(time, () -> retry(c));
    }

    private void retry(CmConnection c) {
        byte[] message = c.unanswered;
        if (message == null || c.retriesLeft == 0) {
            apply(c, CmInput.UNANSWERED, null);
            return;
        }
        c.retriesLeft--;
        send(c.path, message);
        retryAt(c, network.now() + c.retryAfter);
    }

    /** Sends a message once the lock is free. */
    void send(CmPath path, byte[] mad) {
        lock.later(() -> network.send(path, mad));
    }

    CmConnections connections() {
        return connections;
    }
}
