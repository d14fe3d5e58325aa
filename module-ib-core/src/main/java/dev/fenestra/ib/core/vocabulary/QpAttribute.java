package dev.fenestra.ib.core.vocabulary;

import java.util.EnumSet;
import java.util.Set;

/** One attribute of {@code ibv_modify_qp}; values as in verbs.h {@code ibv_qp_attr_mask}. */
public enum QpAttribute {
    /** The state to go to. */
    STATE(0x1),
    /** The state that the caller takes the QP to be in. */
    CUR_STATE(0x2),
    /** To SQD: whether SQ_DRAINED is raised. */
    EN_SQD_ASYNC_NOTIFY(0x4),
    /** What requests of the peer may do. */
    ACCESS_FLAGS(0x8),
    /** The index into the port's P_Key table. */
    PKEY_INDEX(0x10),
    /** The port, from 1. */
    PORT(0x20),
    /** The Q_Key of a UD QP. */
    QKEY(0x40),
    /** The address vector: the path to the peer. */
    AV(0x80),
    /** The largest payload of a packet. */
    PATH_MTU(0x100),
    /** How long a request waits for its ACK. */
    TIMEOUT(0x200),
    /** How often a request is sent again after a timeout. */
    RETRY_CNT(0x400),
    /** How often a request is sent again after a receiver that was not ready. */
    RNR_RETRY(0x800),
    /** The first PSN that is expected. */
    RQ_PSN(0x1000),
    /** READs and atomics that may be outstanding. */
    MAX_QP_RD_ATOMIC(0x2000),
    /** The alternate path; EINVAL, since Ethernet has none. */
    ALT_PATH(0x4000),
    /** How long the peer must wait after an RNR NAK. */
    MIN_RNR_TIMER(0x8000),
    /** The first PSN that is sent. */
    SQ_PSN(0x10000),
    /** READs and atomics that are served at a time. */
    MAX_DEST_RD_ATOMIC(0x20000),
    /** The state of path migration; EINVAL unless MIGRATED, since Ethernet has no alternate path. */
    PATH_MIG_STATE(0x40000),
    /** The QP number of the peer. */
    DEST_QPN(0x100000);

    private final int bit;

    QpAttribute(int bit) {
        this.bit = bit;
    }

    /** {@return the bit of verbs.h that stands for this attribute} */
    public int bit() {
        return bit;
    }

    /**
     * {@return whether a mask has the bit of this attribute}
     *
     * @param mask bits of verbs.h
     */
    public boolean in(int mask) {
        return (mask & bit) != 0;
    }

    /**
     * {@return the bits of all of them}
     *
     * @param attributes what the mask is to have
     */
    public static int mask(Set<QpAttribute> attributes) {
        return attributes.stream().mapToInt(QpAttribute::bit).reduce(0, (a, b) -> a | b);
    }

    /**
     * {@return the attributes of a mask; bits without a name are left out}
     *
     * @param mask bits of verbs.h
     */
    public static Set<QpAttribute> of(int mask) {
        Set<QpAttribute> attributes = EnumSet.noneOf(QpAttribute.class);
        for (QpAttribute attribute : values()) {
            if (attribute.in(mask)) {
                attributes.add(attribute);
            }
        }
        return attributes;
    }
}
