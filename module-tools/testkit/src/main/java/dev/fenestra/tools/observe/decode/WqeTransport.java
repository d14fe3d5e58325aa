package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;

/** The service of the QP that a WQE is for. The segments depend on it, and the WQE does not tell it. */
public enum WqeTransport {
    RC,
    UC,
    UD,
    XRC;

    /** Whether a remote address follows: as the real driver writes it, a READ on a UC QP has none. */
    boolean hasRemoteAddress(int opcode) {
        return switch (opcode) {
            case WqeOpcode.RDMA_WRITE, WqeOpcode.RDMA_WRITE_IMM -> this != UD;
            case WqeOpcode.RDMA_READ -> hasReads();
            default -> hasAtomic(opcode);
        };
    }

    boolean hasAtomic(int opcode) {
        return hasReads() && (opcode == WqeOpcode.ATOMIC_CS || opcode == WqeOpcode.ATOMIC_FA);
    }

    private boolean hasReads() {
        return this == RC || this == XRC;
    }

    /** In lower case, as options write it. */
    @Override
    public String toString() {
        return switch (this) {
            case RC -> "rc";
            case UC -> "uc";
            case UD -> "ud";
            case XRC -> "xrc";
        };
    }
}
