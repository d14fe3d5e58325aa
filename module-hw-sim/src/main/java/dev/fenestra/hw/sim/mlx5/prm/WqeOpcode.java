package dev.fenestra.hw.sim.mlx5.prm;

/** Opcodes of send WQEs. */
public final class WqeOpcode {
    /** Does nothing, and completes. */
    public static final int NOP = 0x00;
    /** SEND that invalidates a key of the receiver. */
    public static final int SEND_INVAL = 0x01;
    /** RDMA WRITE. */
    public static final int RDMA_WRITE = 0x08;
    /** RDMA WRITE that consumes a receive and delivers 32 bits. */
    public static final int RDMA_WRITE_IMM = 0x09;
    /** SEND. */
    public static final int SEND = 0x0a;
    /** SEND that delivers 32 bits beside its data. */
    public static final int SEND_IMM = 0x0b;
    /** Raw Ethernet only. */
    public static final int TSO = 0x0e;

    /** RDMA READ. */
    public static final int RDMA_READ = 0x10;
    /** Compare and swap of 8 bytes. */
    public static final int ATOMIC_CS = 0x11;
    /** Fetch and add of 8 bytes. */
    public static final int ATOMIC_FA = 0x12;
    /** Compare and swap under a mask; not served by this device. */
    public static final int MASKED_ATOMIC_CS = 0x14;
    /** Fetch and add under a mask; not served by this device. */
    public static final int MASKED_ATOMIC_FA = 0x15;
    /** Fast registration of the older kind; not served by this device. */
    public static final int FMR = 0x19;
    /** Defined, but keys are invalidated by {@link #UMR}. */
    public static final int LOCAL_INVAL = 0x1b;

    /** Configuration; not served by this device. */
    public static final int CONFIG_CMD = 0x1f;
    /** Signature values; not served by this device. */
    public static final int SET_PSV = 0x20;
    /** Changes an mkey: binds a window, or invalidates a key. */
    public static final int UMR = 0x25;

    /** Tag matching; not served by this device. */
    public static final int TAG_MATCHING = 0x28;
    /** Flow tables; not served by this device. */
    public static final int FLOW_TBL_ACCESS = 0x2c;
    /** Memory-to-memory operations; not served by this device. */
    public static final int MMO = 0x2f;

    private WqeOpcode() {}

    /**
     * {@return the name of an opcode}
     *
     * @param opcode one of these constants; others become hex
     */
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
            case TSO -> "TSO";
            case MASKED_ATOMIC_CS -> "MASKED_ATOMIC_CS";
            case MASKED_ATOMIC_FA -> "MASKED_ATOMIC_FA";
            case FMR -> "FMR";
            case LOCAL_INVAL -> "LOCAL_INVAL";
            case CONFIG_CMD -> "CONFIG_CMD";
            case SET_PSV -> "SET_PSV";
            case TAG_MATCHING -> "TAG_MATCHING";
            case FLOW_TBL_ACCESS -> "FLOW_TBL_ACCESS";
            case MMO -> "MMO";
            default -> String.format("0x%02x", opcode);
        };
    }
}
