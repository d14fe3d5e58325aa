package dev.fenestra.hw.sim.manual;

/** Opcodes of send WQEs. */
public final class WqeOpcode {
    public static final int NOP = 0x00;
    public static final int SEND_INVAL = 0x01;
    public static final int RDMA_WRITE = 0x08;
    public static final int RDMA_WRITE_IMM = 0x09;
    public static final int SEND = 0x0a;
    public static final int SEND_IMM = 0x0b;
    public static final int RDMA_READ = 0x10;
    public static final int ATOMIC_CS = 0x11;
    public static final int ATOMIC_FA = 0x12;
    /** Changes an mkey: binds a window, or invalidates a key. */
    public static final int UMR = 0x25;

    private WqeOpcode() {}

    public static String name(int opcode) {
        return switch (opcode) {
            case NOP -> "NOP";
            case SEND_INVAL -> "SEND_INVAL";
            case RDMA_WRITE -> "RDMA_WRITE";
            case RDMA_WRITE_IMM -> "RDMA_WRITE_IMM";
            case SEND -> "SEND";
            case SEND_IMM -> "SEND_IMM";
            case RDMA_READ -> "RDMA_READ";
            case ATOMIC_CS -> "ATOMIC_CS";
            case ATOMIC_FA -> "ATOMIC_FA";
            case UMR -> "UMR";
            default -> String.format("0x%02x", opcode);
        };
    }
}
