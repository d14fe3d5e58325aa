package dev.fenestra.ib.core.vocabulary;

/** What a successful completion completed; numbers as in verbs.h {@code ibv_wc_opcode}. */
public enum WcOpcode {
    SEND(0),
    RDMA_WRITE(1),
    RDMA_READ(2),
    COMP_SWAP(3),
    FETCH_ADD(4),
    BIND_MW(5),
    LOCAL_INV(6),
    FLUSH(8),
    ATOMIC_WRITE(9),
    /** As {@code IB_WC_REG_MR}. */
    REG_MR(10),
    RECV(128),
    RECV_RDMA_WITH_IMM(129),
    /** A request of a vendor's own; on mlx5 a UMR. */
    DRIVER1(135);

    private static final WcOpcode[] BY_CODE = new WcOpcode[136];

    static {
        for (WcOpcode opcode : values()) {
            BY_CODE[opcode.code] = opcode;
        }
    }

    private final int code;

    WcOpcode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The opcode with this number, one of those above. */
    public static WcOpcode of(int code) {
        return BY_CODE[code];
    }
}
