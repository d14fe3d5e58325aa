package dev.fenestra.hw.sim.roce.wire;

/**
 * The operation of a packet: the low five bits of its opcode, the same in every {@link Service}. Source: IBTA volume 1,
 * chapter 9, and annex A19.
 */
public final class Operation {
    /** First of several packets of a SEND. */
    public static final int SEND_FIRST = 0x00;
    /** A packet of a SEND that is neither first nor last. */
    public static final int SEND_MIDDLE = 0x01;
    /** Last packet of a SEND. */
    public static final int SEND_LAST = 0x02;
    /** Last packet of a SEND, with immediate data. */
    public static final int SEND_LAST_IMM = 0x03;
    /** The only packet of a SEND. */
    public static final int SEND_ONLY = 0x04;
    /** The only packet of a SEND, with immediate data. */
    public static final int SEND_ONLY_IMM = 0x05;
    /** First of several packets of an RDMA WRITE. */
    public static final int RDMA_WRITE_FIRST = 0x06;
    /** A packet of an RDMA WRITE that is neither first nor last. */
    public static final int RDMA_WRITE_MIDDLE = 0x07;
    /** Last packet of an RDMA WRITE. */
    public static final int RDMA_WRITE_LAST = 0x08;
    /** Last packet of an RDMA WRITE, with immediate data. */
    public static final int RDMA_WRITE_LAST_IMM = 0x09;
    /** The only packet of an RDMA WRITE. */
    public static final int RDMA_WRITE_ONLY = 0x0a;
    /** The only packet of an RDMA WRITE, with immediate data. */
    public static final int RDMA_WRITE_ONLY_IMM = 0x0b;
    /** Request of an RDMA READ. */
    public static final int RDMA_READ_REQUEST = 0x0c;
    /** First of several packets that answer an RDMA READ. */
    public static final int RDMA_READ_RESPONSE_FIRST = 0x0d;
    /** A packet of such an answer that is neither first nor last. */
    public static final int RDMA_READ_RESPONSE_MIDDLE = 0x0e;
    /** Last packet of such an answer. */
    public static final int RDMA_READ_RESPONSE_LAST = 0x0f;
    /** The only packet that answers an RDMA READ. */
    public static final int RDMA_READ_RESPONSE_ONLY = 0x10;
    /** ACK, NAK or RNR NAK. */
    public static final int ACKNOWLEDGE = 0x11;
    /** Answer to an atomic. */
    public static final int ATOMIC_ACKNOWLEDGE = 0x12;
    /** Compare and swap. */
    public static final int COMPARE_SWAP = 0x13;
    /** Fetch and add. */
    public static final int FETCH_ADD = 0x14;
    /** Last packet of a SEND with invalidate. */
    public static final int SEND_LAST_INV = 0x16;
    /** The only packet of a SEND with invalidate. */
    public static final int SEND_ONLY_INV = 0x17;
    /** FLUSH. */
    public static final int FLUSH = 0x1c;
    /** Atomic write of 8 bytes. */
    public static final int ATOMIC_WRITE = 0x1d;

    private static final int MASK = 0x1f;

    private Operation() {}

    /**
     * {@return the operation of an opcode}
     *
     * @param opcode 8 bits
     */
    public static int of(int opcode) {
        return opcode & MASK;
    }
}
