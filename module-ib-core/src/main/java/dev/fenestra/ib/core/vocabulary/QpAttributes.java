package dev.fenestra.ib.core.vocabulary;

/**
 * What a {@code modify_qp} call wants to change: each setter also sets its bit in the mask, so mask and values cannot
 * disagree.
 *
 * <p>Ranges (checked by the kernel): PSNs 24 bits, timeout 0..31 (4.096 us * 2^n, 0 = never), retry counts 0..7,
 * RNR timer code 0..31. Source: man ibv_modify_qp.
 */
public final class QpAttributes {
    private int mask;
    private QpState state = QpState.RESET;
    private QpState currentState = QpState.RESET;
    private int accessFlags;
    private int pkeyIndex;
    private int port;
    private int qkey;
    private Gid destination = new Gid(0, 0);
    private int sourceGidIndex;
    private Mtu pathMtu = Mtu.MTU_1024;
    private int destinationQpn;
    private int rqPsn;
    private int sqPsn;
    private int timeout;
    private int retryCount;
    private int rnrRetry;
    private int minRnrTimer;
    private int maxRdAtomic;
    private int maxDestRdAtomic;
    private boolean tellsDrained;

    private QpAttributes() {}

    /**
     * {@return a change to this state, with nothing else set yet}
     *
     * @param state the state it is to have
     */
    public static QpAttributes to(QpState state) {
        QpAttributes attributes = new QpAttributes();
        attributes.state = state;
        return attributes.with(QpAttribute.STATE);
    }

    /** {@return a change of attributes within the present state} */
    public static QpAttributes unchangedState() {
        return new QpAttributes();
    }

    private QpAttributes with(QpAttribute attribute) {
        mask |= attribute.bit();
        return this;
    }

    /**
     * {@return this change, with the state that the caller takes the QP to be in}
     *
     * @param from only a QP in this state is changed, else EINVAL
     */
    public QpAttributes currentState(QpState from) {
        currentState = from;
        return with(QpAttribute.CUR_STATE);
    }

    /**
     * {@return this change, with what requests of the peer may do}
     *
     * @param flags remote rights
     */
    public QpAttributes access(AccessFlag... flags) {
        return access(AccessFlag.mask(flags));
    }

    /**
     * {@return this change, with what requests of the peer may do}
     *
     * @param flags remote rights
     */
    public QpAttributes access(int flags) {
        accessFlags = flags;
        return with(QpAttribute.ACCESS_FLAGS);
    }

    /**
     * {@return this change, with the P_Key}
     *
     * @param index index into the port's P_Key table
     */
    public QpAttributes pkeyIndex(int index) {
        pkeyIndex = index;
        return with(QpAttribute.PKEY_INDEX);
    }

    /**
     * {@return this change, with the port}
     *
     * @param number from 1
     */
    public QpAttributes port(int number) {
        port = number;
        return with(QpAttribute.PORT);
    }

    /**
     * {@return this change, with the Q_Key of a UD QP}
     *
     * @param key datagrams with another are dropped
     */
    public QpAttributes qkey(int key) {
        qkey = key;
        return with(QpAttribute.QKEY);
    }

    /**
     * {@return this change, with the address vector}
     *
     * @param peer the GID of the peer's port
     * @param gidIndex index into the port's own GID table
     */
    public QpAttributes path(Gid peer, int gidIndex) {
        destination = peer;
        sourceGidIndex = gidIndex;
        return with(QpAttribute.AV);
    }

    /**
     * {@return this change, with the largest payload of a packet}
     *
     * @param mtu at most that of the port
     */
    public QpAttributes pathMtu(Mtu mtu) {
        pathMtu = mtu;
        return with(QpAttribute.PATH_MTU);
    }

    /**
     * {@return this change, with the QP of the peer}
     *
     * @param qpn its number, 24 bits
     */
    public QpAttributes destinationQpn(int qpn) {
        destinationQpn = qpn;
        return with(QpAttribute.DEST_QPN);
    }

    /**
     * {@return this change, with the first PSN expected from the peer}
     *
     * @param psn packet sequence number; only its lower 24 bits count
     */
    public QpAttributes rqPsn(int psn) {
        rqPsn = psn & 0xffffff;
        return with(QpAttribute.RQ_PSN);
    }

    /**
     * {@return this change, with the first PSN that is sent}
     *
     * @param psn packet sequence number; only its lower 24 bits count
     */
    public QpAttributes sqPsn(int psn) {
        sqPsn = psn & 0xffffff;
        return with(QpAttribute.SQ_PSN);
    }

    /**
     * {@return this change, with the wait for an ACK}
     *
     * @param exponent 4.096 us * 2^n, 0 to 31; 0 waits for ever
     */
    public QpAttributes timeout(int exponent) {
        timeout = exponent;
        return with(QpAttribute.TIMEOUT);
    }

    /**
     * {@return this change, with the retries after a timeout}
     *
     * @param count 0 to 7
     */
    public QpAttributes retryCount(int count) {
        retryCount = count;
        return with(QpAttribute.RETRY_CNT);
    }

    /**
     * {@return this change, with the retries after an RNR NAK}
     *
     * @param count 0 to 6; 7 retries for ever
     */
    public QpAttributes rnrRetry(int count) {
        rnrRetry = count;
        return with(QpAttribute.RNR_RETRY);
    }

    /**
     * {@return this change, with the wait that RNR NAKs ask for}
     *
     * @param code code of the timer, 0 to 31 (IBA table 45)
     */
    public QpAttributes minRnrTimer(int code) {
        minRnrTimer = code;
        return with(QpAttribute.MIN_RNR_TIMER);
    }

    /**
     * {@return this change, with how much this QP may have outstanding as a requester}
     *
     * @param depth READs and atomics
     */
    public QpAttributes maxRdAtomic(int depth) {
        maxRdAtomic = depth;
        return with(QpAttribute.MAX_QP_RD_ATOMIC);
    }

    /**
     * {@return this change, with how much this QP serves at a time as a responder}
     *
     * @param depth READs and atomics
     */
    public QpAttributes maxDestRdAtomic(int depth) {
        maxDestRdAtomic = depth;
        return with(QpAttribute.MAX_DEST_RD_ATOMIC);
    }

    /**
     * {@return this change to SQD, with or without the event SQ_DRAINED}
     *
     * @param wanted whether the event is raised
     */
    public QpAttributes tellDrained(boolean wanted) {
        tellsDrained = wanted;
        return with(QpAttribute.EN_SQD_ASYNC_NOTIFY);
    }

    /** {@return whether SQ_DRAINED is raised when the queue has drained} */
    public boolean tellsDrained() {
        return tellsDrained;
    }

    /** {@return the bits of all attributes that are given} */
    public int mask() {
        return mask;
    }

    /**
     * {@return whether an attribute is given}
     *
     * @param attribute the one in question
     */
    public boolean has(QpAttribute attribute) {
        return attribute.in(mask);
    }

    /** {@return the state to go to} */
    public QpState state() {
        return state;
    }

    /** {@return the state that the caller takes the QP to be in} */
    public QpState currentState() {
        return currentState;
    }

    /** {@return what requests of the peer may do: a mask of {@link AccessFlag}} */
    public int access() {
        return accessFlags;
    }

    /** {@return the index into the port's P_Key table} */
    public int pkeyIndex() {
        return pkeyIndex;
    }

    /** {@return the port, from 1} */
    public int port() {
        return port;
    }

    /** {@return the Q_Key that datagrams must carry} */
    public int qkey() {
        return qkey;
    }

    /** {@return the GID of the peer's port} */
    public Gid destination() {
        return destination;
    }

    /** {@return the index into the port's own GID table} */
    public int sourceGidIndex() {
        return sourceGidIndex;
    }

    /** {@return the largest payload of a packet} */
    public Mtu pathMtu() {
        return pathMtu;
    }

    /** {@return the QP number of the peer, 24 bits} */
    public int destinationQpn() {
        return destinationQpn;
    }

    /** {@return the first PSN that is expected, 24 bits} */
    public int rqPsn() {
        return rqPsn;
    }

    /** {@return the first PSN that is sent, 24 bits} */
    public int sqPsn() {
        return sqPsn;
    }

    /** {@return the wait for an ACK: 4.096 us * 2^n, 0 for ever} */
    public int timeout() {
        return timeout;
    }

    /** {@return retries after a timeout, 0 to 7} */
    public int retryCount() {
        return retryCount;
    }

    /** {@return retries after an RNR NAK, 0 to 6; 7 is for ever} */
    public int rnrRetry() {
        return rnrRetry;
    }

    /** {@return the code of the RNR NAK timer, 0 to 31} */
    public int minRnrTimer() {
        return minRnrTimer;
    }

    /** {@return READs and atomics that may be outstanding} */
    public int maxRdAtomic() {
        return maxRdAtomic;
    }

    /** {@return READs and atomics that are served at a time} */
    public int maxDestRdAtomic() {
        return maxDestRdAtomic;
    }
}
