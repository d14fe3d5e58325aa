package dev.fenestra.ib.core.vocabulary;

/** What a send work request asks for; numbers as in verbs.h {@code ibv_wr_opcode}. */
public enum WrOpcode {
    RDMA_WRITE(0),
    RDMA_WRITE_WITH_IMM(1),
    SEND(2),
    SEND_WITH_IMM(3),
    RDMA_READ(4),
    ATOMIC_CMP_AND_SWP(5),
    ATOMIC_FETCH_AND_ADD(6),
    LOCAL_INV(7),
    BIND_MW(8),
    SEND_WITH_INV(9),
    FLUSH(14),
    ATOMIC_WRITE(15),
    /** Gives a fast-register region its memory; Linux offers it to the kernel only ({@code IB_WR_REG_MR}). */
    REG_MR(0x20);

    private final int code;

    WrOpcode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** Whether the request has scatter/gather elements. */
    public boolean carriesData() {
        return switch (this) {
            case LOCAL_INV, BIND_MW, REG_MR, FLUSH, ATOMIC_WRITE -> false;
            default -> true;
        };
    }
}
