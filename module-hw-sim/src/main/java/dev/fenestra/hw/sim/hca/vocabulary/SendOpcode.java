package dev.fenestra.hw.sim.hca.vocabulary;

/**
 * Operations of send requests. They are numbers, since tables and the packed slots of requests use them. A number below
 * {@link #FIRST} is an opcode of a queue's format that the engine does not have: the request fails by W1, and its
 * completion has the same number.
 */
public final class SendOpcode {
    /** The lowest number of an operation. */
    public static final int FIRST = 0x100;

    /** Does nothing, and completes. */
    public static final int NOP = FIRST;
    /** SEND. */
    public static final int SEND = FIRST + 1;
    /** SEND that delivers 32 bits beside its data. */
    public static final int SEND_IMM = FIRST + 2;
    /** SEND that invalidates a key of the receiver. */
    public static final int SEND_INV = FIRST + 3;
    /** RDMA WRITE. */
    public static final int RDMA_WRITE = FIRST + 4;
    /** RDMA WRITE that consumes a receive and delivers 32 bits. */
    public static final int RDMA_WRITE_IMM = FIRST + 5;
    /** RDMA READ. */
    public static final int RDMA_READ = FIRST + 6;
    /** Compare and swap of 8 bytes. */
    public static final int COMPARE_SWAP = FIRST + 7;
    /** Fetch and add of 8 bytes. */
    public static final int FETCH_ADD = FIRST + 8;
    /** Changes an entry of the key table; the format knows how. In the mlx5 format, a UMR. */
    public static final int CHANGE_KEY = FIRST + 9;
    /** Binds or, for a type-1 window and length 0, unbinds. */
    public static final int BIND_MW = FIRST + 10;
    /** Invalidates a key. */
    public static final int LOCAL_INV = FIRST + 11;
    /** Makes earlier writes to remote memory visible or persistent. */
    public static final int FLUSH = FIRST + 12;
    /** Writes 8 bytes of remote memory at once; its data are these bytes. */
    public static final int ATOMIC_WRITE = FIRST + 13;

    /** One above the highest. */
    public static final int END = FIRST + 14;

    private SendOpcode() {}
}
