package dev.fenestra.ib.core.vocabulary;

import java.util.EnumSet;
import java.util.Set;

/** One attribute of {@code ibv_modify_qp}; values as in verbs.h {@code ibv_qp_attr_mask}. */
public enum QpAttribute {
    STATE(0x1),
    CUR_STATE(0x2),
    EN_SQD_ASYNC_NOTIFY(0x4),
    ACCESS_FLAGS(0x8),
    PKEY_INDEX(0x10),
    PORT(0x20),
    QKEY(0x40),
    AV(0x80),
    PATH_MTU(0x100),
    TIMEOUT(0x200),
    RETRY_CNT(0x400),
    RNR_RETRY(0x800),
    RQ_PSN(0x1000),
    MAX_QP_RD_ATOMIC(0x2000),
    ALT_PATH(0x4000),
    MIN_RNR_TIMER(0x8000),
    SQ_PSN(0x10000),
    MAX_DEST_RD_ATOMIC(0x20000),
    PATH_MIG_STATE(0x40000),
    DEST_QPN(0x100000);

    private final int bit;

    QpAttribute(int bit) {
        this.bit = bit;
    }

    public int bit() {
        return bit;
    }

    public boolean in(int mask) {
        return (mask & bit) != 0;
    }

    public static int mask(Set<QpAttribute> attributes) {
        return attributes.stream().mapToInt(QpAttribute::bit).reduce(0, (a, b) -> a | b);
    }

    /** The attributes of a mask; bits without a name are left out. */
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
