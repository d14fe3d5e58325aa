package dev.fenestra.ib.core.vocabulary;

/** What a send work request asks for; numbers as in verbs.h {@code ibv_wr_opcode}. */
public enum WrOpcode {
    /** Writes to the memory of the peer. */
    RDMA_WRITE(0),
    /** Writes to the memory of the peer and takes one of its receives. */
    RDMA_WRITE_WITH_IMM(1),
    /** Sends a message into a receive of the peer. */
    SEND(2),
    /** Sends a message with immediate data. */
    SEND_WITH_IMM(3),
    /** Reads from the memory of the peer. */
    RDMA_READ(4),
    /** Replaces 8 bytes of the peer if they are what is expected. */
    ATOMIC_CMP_AND_SWP(5),
    /** Adds to 8 bytes of the peer. */
    ATOMIC_FETCH_AND_ADD(6),
    /** Invalidates a key of this host. */
    LOCAL_INV(7),
    /** Binds a type-2 window. */
    BIND_MW(8),
    /** Sends a message and invalidates a key of the peer. */
    SEND_WITH_INV(9),
    /** Makes earlier writes visible or persistent at the peer. */
    FLUSH(14),
    /** Writes 8 bytes of the peer that nobody sees half-written. */
    ATOMIC_WRITE(15),
    /** Gives a fast-register region its memory; Linux offers it to the kernel only ({@code IB_WR_REG_MR}). */
    REG_MR(0x20);

    private final int code;

    WrOpcode(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }

    /** {@return whether the request has scatter/gather elements} */
    public boolean carriesData() {
        return switch (this) {
            case LOCAL_INV, BIND_MW, REG_MR, FLUSH, ATOMIC_WRITE -> false;
            default -> true;
        };
    }
}
