package dev.fenestra.ib.core.vocabulary;

/** Transport service of a QP; numbers as in verbs.h {@code ibv_qp_type}. */
public enum QpType {
    /** Reliable connection: in order, acknowledged, with READs and atomics. */
    RC(2),
    /** Unreliable connection: SENDs and WRITEs that may be lost. */
    UC(3),
    /** Unreliable datagrams: one packet each, to any UD QP. */
    UD(4),
    /** Raw packets ({@code IBV_QPT_RAW_PACKET}): for processes with CAP_NET_RAW only, and no device here has them. */
    RAW_PACKET(8),
    /** XRC initiator ({@code IBV_QPT_XRC_SEND}): sends to SRQs of the peer, and has no receives. */
    XRC_INI(9),
    /** XRC target ({@code IBV_QPT_XRC_RECV}): takes what an initiator sends, and has no queues. */
    XRC_TGT(10),
    /** A transport that only one vendor has ({@code IBV_QPT_DRIVER}). Its datagrams name their peers, as UD's do. */
    DRIVER(255);

    private final int code;

    QpType(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }
}
