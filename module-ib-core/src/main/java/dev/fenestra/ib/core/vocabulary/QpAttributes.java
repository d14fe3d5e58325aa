package dev.fenestra.ib.core.vocabulary;

import java.util.Set;

/**
 * What a {@code modify_qp} call wants to change: each setter also sets its bit in the mask, so mask and values cannot
 * disagree.
 *
 * <p>Ranges (checked by the kernel): PSNs 24 bits, timeout 0..31 (4.096 us * 2^n, 0 = never), retry counts 0..7,
 * RNR timer code 0..31. Source: man ibv_modify_qp.
 */
public final class QpAttributes {
    private int mask;
    /** By ordinal of the attribute; 0 for those that are not given. */
    private final int[] values = new int[QpAttribute.values().length];

    private AhAttributes path = AhAttributes.to(Gid.UNSPECIFIED);

    private QpAttributes() {}

    /**
     * {@return a change to this state, with nothing else set yet}
     *
     * @param state the state it is to have
     */
    public static QpAttributes to(QpState state) {
        return new QpAttributes().with(QpAttribute.STATE, state.code());
    }

    /** {@return a change of attributes within the present state} */
    public static QpAttributes unchangedState() {
        return new QpAttributes();
    }

    private QpAttributes with(QpAttribute attribute, int value) {
        mask |= attribute.bit();
        values[attribute.ordinal()] = value;
        return this;
    }

    private int value(QpAttribute attribute) {
        return values[attribute.ordinal()];
    }

    /**
     * {@return a copy without some attributes}
     *
     * @param ignored those that the copy does not have, whether they are given or not
     */
    public QpAttributes without(Set<QpAttribute> ignored) {
        QpAttributes copy = new QpAttributes();
        QpAttribute.of(mask & ~QpAttribute.mask(ignored)).forEach(kept -> copy.with(kept, value(kept)));
        copy.path = path;
        return copy;
    }

    /**
     * {@return this change, with the state that the caller takes the QP to be in}
     *
     * @param from only a QP in this state is changed, else EINVAL
     */
    public QpAttributes currentState(QpState from) {
        return with(QpAttribute.CUR_STATE, from.code());
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
        return with(QpAttribute.ACCESS_FLAGS, flags);
    }

    /**
     * {@return this change, with the P_Key}
     *
     * @param index index into the port's P_Key table
     */
    public QpAttributes pkeyIndex(int index) {
        return with(QpAttribute.PKEY_INDEX, index);
    }

    /**
     * {@return this change, with the port}
     *
     * @param number from 1
     */
    public QpAttributes port(int number) {
        return with(QpAttribute.PORT, number);
    }

    /**
     * {@return this change, with the Q_Key of a UD QP}
     *
     * @param key datagrams with another are dropped
     */
    public QpAttributes qkey(int key) {
        return with(QpAttribute.QKEY, key);
    }

    /**
     * {@return this change, with the usual path to a peer: from port 1, traffic class 0}
     *
     * @param peer the GID of the peer's port
     * @param gidIndex index into the port's own GID table
     */
    public QpAttributes path(Gid peer, int gidIndex) {
        return path(AhAttributes.to(peer).from(gidIndex));
    }

    /**
     * {@return this change, with the address vector}
     *
     * @param vector the path to the peer. The kernel replaces its hop limit by that of the route
     */
    public QpAttributes path(AhAttributes vector) {
        path = vector;
        return with(QpAttribute.AV, 1);
    }

    /**
     * {@return this change, with the largest payload of a packet}
     *
     * @param mtu at most that of the port
     */
    public QpAttributes pathMtu(Mtu mtu) {
        return with(QpAttribute.PATH_MTU, mtu.code());
    }

    /**
     * {@return this change, with the QP of the peer}
     *
     * @param qpn its number, 24 bits
     */
    public QpAttributes destinationQpn(int qpn) {
        return with(QpAttribute.DEST_QPN, qpn);
    }

    /**
     * {@return this change, with the first PSN expected from the peer}
     *
     * @param psn packet sequence number; only its lower 24 bits count
     */
    public QpAttributes rqPsn(int psn) {
        return with(QpAttribute.RQ_PSN, psn & 0xffffff);
    }

    /**
     * {@return this change, with the first PSN that is sent}
     *
     * @param psn packet sequence number; only its lower 24 bits count
     */
    public QpAttributes sqPsn(int psn) {
        return with(QpAttribute.SQ_PSN, psn & 0xffffff);
    }

    /**
     * {@return this change, with the wait for an ACK}
     *
     * @param exponent 4.096 us * 2^n, 0 to 31; 0 waits for ever
     */
    public QpAttributes timeout(int exponent) {
        return with(QpAttribute.TIMEOUT, exponent);
    }

    /**
     * {@return this change, with the retries after a timeout}
     *
     * @param count 0 to 7
     */
    public QpAttributes retryCount(int count) {
        return with(QpAttribute.RETRY_CNT, count);
    }

    /**
     * {@return this change, with the retries after an RNR NAK}
     *
     * @param count 0 to 6; 7 retries for ever
     */
    public QpAttributes rnrRetry(int count) {
        return with(QpAttribute.RNR_RETRY, count);
    }

    /**
     * {@return this change, with the wait that RNR NAKs ask for}
     *
     * @param code code of the timer, 0 to 31 (IBA table 45)
     */
    public QpAttributes minRnrTimer(int code) {
        return with(QpAttribute.MIN_RNR_TIMER, code);
    }

    /**
     * {@return this change, with how much this QP may have outstanding as a requester}
     *
     * @param depth READs and atomics
     */
    public QpAttributes maxRdAtomic(int depth) {
        return with(QpAttribute.MAX_QP_RD_ATOMIC, depth);
    }

    /**
     * {@return this change, with how much this QP serves at a time as a responder}
     *
     * @param depth READs and atomics
     */
    public QpAttributes maxDestRdAtomic(int depth) {
        return with(QpAttribute.MAX_DEST_RD_ATOMIC, depth);
    }

    /**
     * {@return this change to SQD, with or without the event SQ_DRAINED}
     *
     * @param wanted whether the event is raised
     */
    public QpAttributes tellDrained(boolean wanted) {
        return with(QpAttribute.EN_SQD_ASYNC_NOTIFY, wanted ? 1 : 0);
    }

    /** {@return this change, with the state of path migration: MIGRATED, the only one on Ethernet} */
    public QpAttributes migrated() {
        return with(QpAttribute.PATH_MIG_STATE, 0);
    }

    /** {@return whether SQ_DRAINED is raised when the queue has drained} */
    public boolean tellsDrained() {
        return value(QpAttribute.EN_SQD_ASYNC_NOTIFY) != 0;
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
        return QpState.of(value(QpAttribute.STATE)).orElseThrow();
    }

    /** {@return the state that the caller takes the QP to be in} */
    public QpState currentState() {
        return QpState.of(value(QpAttribute.CUR_STATE)).orElseThrow();
    }

    /** {@return what requests of the peer may do: a mask of {@link AccessFlag}} */
    public int access() {
        return value(QpAttribute.ACCESS_FLAGS);
    }

    /** {@return the index into the port's P_Key table} */
    public int pkeyIndex() {
        return value(QpAttribute.PKEY_INDEX);
    }

    /** {@return the port, from 1} */
    public int port() {
        return value(QpAttribute.PORT);
    }

    /** {@return the Q_Key that datagrams must carry} */
    public int qkey() {
        return value(QpAttribute.QKEY);
    }

    /** {@return the address vector: the path to the peer} */
    public AhAttributes path() {
        return path;
    }

    /** {@return the GID of the peer's port} */
    public Gid destination() {
        return path.destination();
    }

    /** {@return the index into the port's own GID table} */
    public int sourceGidIndex() {
        return path.sourceGidIndex();
    }

    /** {@return the largest payload of a packet} */
    public Mtu pathMtu() {
        return has(QpAttribute.PATH_MTU) ? Mtu.of(value(QpAttribute.PATH_MTU)) : Mtu.MTU_1024;
    }

    /** {@return the QP number of the peer, 24 bits} */
    public int destinationQpn() {
        return value(QpAttribute.DEST_QPN);
    }

    /** {@return the first PSN that is expected, 24 bits} */
    public int rqPsn() {
        return value(QpAttribute.RQ_PSN);
    }

    /** {@return the first PSN that is sent, 24 bits} */
    public int sqPsn() {
        return value(QpAttribute.SQ_PSN);
    }

    /** {@return the wait for an ACK: 4.096 us * 2^n, 0 for ever} */
    public int timeout() {
        return value(QpAttribute.TIMEOUT);
    }

    /** {@return retries after a timeout, 0 to 7} */
    public int retryCount() {
        return value(QpAttribute.RETRY_CNT);
    }

    /** {@return retries after an RNR NAK, 0 to 6; 7 is for ever} */
    public int rnrRetry() {
        return value(QpAttribute.RNR_RETRY);
    }

    /** {@return the code of the RNR NAK timer, 0 to 31} */
    public int minRnrTimer() {
        return value(QpAttribute.MIN_RNR_TIMER);
    }

    /** {@return READs and atomics that may be outstanding} */
    public int maxRdAtomic() {
        return value(QpAttribute.MAX_QP_RD_ATOMIC);
    }

    /** {@return READs and atomics that are served at a time} */
    public int maxDestRdAtomic() {
        return value(QpAttribute.MAX_DEST_RD_ATOMIC);
    }
}
