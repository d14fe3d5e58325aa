package dev.fenestra.ib.core.vocabulary;

/** The operation that a successful completion reports; numbers as in verbs.h {@code ibv_wc_opcode}. */
public enum WcOpcode {
    /** A SEND was acknowledged. */
    SEND(0),
    /** An RDMA WRITE was acknowledged. */
    RDMA_WRITE(1),
    /** The data of an RDMA READ has arrived. */
    RDMA_READ(2),
    /** The old value of a compare and swap has arrived. */
    COMP_SWAP(3),
    /** The old value of a fetch and add has arrived. */
    FETCH_ADD(4),
    /** A window is bound or unbound. */
    BIND_MW(5),
    /** A key is invalid. */
    LOCAL_INV(6),
    /** Writes are visible or persistent at the peer. */
    FLUSH(8),
    /** An ATOMIC_WRITE was acknowledged. */
    ATOMIC_WRITE(9),
    /** As {@code IB_WC_REG_MR}. */
    REG_MR(10),
    /** A message was received. */
    RECV(128),
    /** An RDMA WRITE with immediate data has taken this receive. */
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

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }

    /**
     * {@return the opcode with this number, one of those above}
     *
     * @param code number of verbs.h
     */
    public static WcOpcode of(int code) {
        return BY_CODE[code];
    }
}
