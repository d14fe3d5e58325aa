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

    /** A change to this state, with nothing else set yet. */
    public static QpAttributes to(QpState state) {
        QpAttributes attributes = new QpAttributes();
        attributes.state = state;
        return attributes.with(QpAttribute.STATE);
    }

    /** A change of attributes within the present state. */
    public static QpAttributes unchangedState() {
        return new QpAttributes();
    }

    private QpAttributes with(QpAttribute attribute) {
        mask |= attribute.bit();
        return this;
    }

    public QpAttributes currentState(QpState from) {
        currentState = from;
        return with(QpAttribute.CUR_STATE);
    }

    public QpAttributes access(AccessFlag... flags) {
        return access(AccessFlag.mask(flags));
    }

    public QpAttributes access(int flags) {
        accessFlags = flags;
        return with(QpAttribute.ACCESS_FLAGS);
    }

    public QpAttributes pkeyIndex(int index) {
        pkeyIndex = index;
        return with(QpAttribute.PKEY_INDEX);
    }

    public QpAttributes port(int number) {
        port = number;
        return with(QpAttribute.PORT);
    }

    public QpAttributes qkey(int key) {
        qkey = key;
        return with(QpAttribute.QKEY);
    }

    /** The address vector: the peer's GID and the index of our own. */
    public QpAttributes path(Gid peer, int gidIndex) {
        destination = peer;
        sourceGidIndex = gidIndex;
        return with(QpAttribute.AV);
    }

    public QpAttributes pathMtu(Mtu mtu) {
        pathMtu = mtu;
        return with(QpAttribute.PATH_MTU);
    }

    public QpAttributes destinationQpn(int qpn) {
        destinationQpn = qpn;
        return with(QpAttribute.DEST_QPN);
    }

    /** The first PSN expected from the peer; bits above 24 are cut, as the kernel does. */
    public QpAttributes rqPsn(int psn) {
        rqPsn = psn & 0xffffff;
        return with(QpAttribute.RQ_PSN);
    }

    /** The first PSN sent; bits above 24 are cut, as the kernel does. */
    public QpAttributes sqPsn(int psn) {
        sqPsn = psn & 0xffffff;
        return with(QpAttribute.SQ_PSN);
    }

    public QpAttributes timeout(int exponent) {
        timeout = exponent;
        return with(QpAttribute.TIMEOUT);
    }

    public QpAttributes retryCount(int count) {
        retryCount = count;
        return with(QpAttribute.RETRY_CNT);
    }

    public QpAttributes rnrRetry(int count) {
        rnrRetry = count;
        return with(QpAttribute.RNR_RETRY);
    }

    public QpAttributes minRnrTimer(int code) {
        minRnrTimer = code;
        return with(QpAttribute.MIN_RNR_TIMER);
    }

    /** READs and atomics this QP may have outstanding as a requester. */
    public QpAttributes maxRdAtomic(int depth) {
        maxRdAtomic = depth;
        return with(QpAttribute.MAX_QP_RD_ATOMIC);
    }

    /** READs and atomics this QP serves at a time as a responder. */
    public QpAttributes maxDestRdAtomic(int depth) {
        maxDestRdAtomic = depth;
        return with(QpAttribute.MAX_DEST_RD_ATOMIC);
    }

    /** To SQD: whether an event SQ_DRAINED is wanted. */
    public QpAttributes tellDrained(boolean wanted) {
        tellsDrained = wanted;
        return with(QpAttribute.EN_SQD_ASYNC_NOTIFY);
    }

    public boolean tellsDrained() {
        return tellsDrained;
    }

    public int mask() {
        return mask;
    }

    public boolean has(QpAttribute attribute) {
        return attribute.in(mask);
    }

    public QpState state() {
        return state;
    }

    public QpState currentState() {
        return currentState;
    }

    public int access() {
        return accessFlags;
    }

    public int pkeyIndex() {
        return pkeyIndex;
    }

    public int port() {
        return port;
    }

    public int qkey() {
        return qkey;
    }

    public Gid destination() {
        return destination;
    }

    public int sourceGidIndex() {
        return sourceGidIndex;
    }

    public Mtu pathMtu() {
        return pathMtu;
    }

    public int destinationQpn() {
        return destinationQpn;
    }

    public int rqPsn() {
        return rqPsn;
    }

    public int sqPsn() {
        return sqPsn;
    }

    public int timeout() {
        return timeout;
    }

    public int retryCount() {
        return retryCount;
    }

    public int rnrRetry() {
        return rnrRetry;
    }

    public int minRnrTimer() {
        return minRnrTimer;
    }

    public int maxRdAtomic() {
        return maxRdAtomic;
    }

    public int maxDestRdAtomic() {
        return maxDestRdAtomic;
    }
}
