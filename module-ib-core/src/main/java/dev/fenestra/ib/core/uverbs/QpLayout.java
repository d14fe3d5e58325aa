package dev.fenestra.ib.core.uverbs;

/** The structures of QUERY_QP and MODIFY_QP, which have most fields in common. */
final class QpLayout {
    /** Fields that follow each other in {@code ib_uverbs_modify_qp} and in {@code ib_uverbs_query_qp_resp}. */
    static final AbiField QKEY = AbiField.u32(0);

    static final AbiField RQ_PSN = AbiField.u32(4);
    static final AbiField SQ_PSN = AbiField.u32(8);
    static final AbiField DEST_QP_NUM = AbiField.u32(12);
    static final AbiField ACCESS_FLAGS = AbiField.u32(16);
    static final AbiField PKEY_INDEX = AbiField.u16(20);
    static final AbiField QP_STATE = AbiField.u8(24);
    static final AbiField CUR_QP_STATE = AbiField.u8(25);
    static final AbiField PATH_MTU = AbiField.u8(26);
    static final AbiField PATH_MIG_STATE = AbiField.u8(27);
    /** In a query: whether the send queue is draining. In a change: whether an event comes when it is drained. */
    static final AbiField SQ_DRAINING = AbiField.u8(28);

    static final AbiField MAX_RD_ATOMIC = AbiField.u8(29);
    static final AbiField MAX_DEST_RD_ATOMIC = AbiField.u8(30);
    static final AbiField MIN_RNR_TIMER = AbiField.u8(31);
    static final AbiField PORT_NUM = AbiField.u8(32);
    static final AbiField TIMEOUT = AbiField.u8(33);
    static final AbiField RETRY_CNT = AbiField.u8(34);
    static final AbiField RNR_RETRY = AbiField.u8(35);

    /** Where these fields begin in MODIFY_QP. */
    static final int IN_MODIFY = 72;

    /** Where these fields begin in the answer to QUERY_QP. */
    static final int IN_QUERY = 84;

    /** Of QUERY_QP: what the QP was created with. */
    static final AbiField CAPACITY = AbiField.u32(64);

    static final AbiField SIGNAL_ALL = AbiField.u8(122);

    private QpLayout() {}
}
