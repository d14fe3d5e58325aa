package dev.fenestra.hw.sim.wire;

/** What a packet does: the low five bits of its opcode, the same in every {@link Service}. */
public final class Operation {
    public static final int SEND_FIRST = 0x00;
    public static final int SEND_MIDDLE = 0x01;
    public static final int SEND_LAST = 0x02;
    public static final int SEND_LAST_IMM = 0x03;
    public static final int SEND_ONLY = 0x04;
    public static final int SEND_ONLY_IMM = 0x05;
    public static final int RDMA_WRITE_FIRST = 0x06;
    public static final int RDMA_WRITE_MIDDLE = 0x07;
    public static final int RDMA_WRITE_LAST = 0x08;
    public static final int RDMA_WRITE_LAST_IMM = 0x09;
    public static final int RDMA_WRITE_ONLY = 0x0a;
    public static final int RDMA_WRITE_ONLY_IMM = 0x0b;
    public static final int RDMA_READ_REQUEST = 0x0c;
    public static final int RDMA_READ_RESPONSE_FIRST = 0x0d;
    public static final int RDMA_READ_RESPONSE_MIDDLE = 0x0e;
    public static final int RDMA_READ_RESPONSE_LAST = 0x0f;
    public static final int RDMA_READ_RESPONSE_ONLY = 0x10;
    public static final int ACKNOWLEDGE = 0x11;
    public static final int ATOMIC_ACKNOWLEDGE = 0x12;
    public static final int COMPARE_SWAP = 0x13;
    public static final int FETCH_ADD = 0x14;
    public static final int SEND_LAST_INV = 0x16;
    public static final int SEND_ONLY_INV = 0x17;
    public static final int FLUSH = 0x1c;
    public static final int ATOMIC_WRITE = 0x1d;

    private static final int MASK = 0x1f;

    private Operation() {}

    public static int of(int opcode) {
        return opcode & MASK;
    }
}
