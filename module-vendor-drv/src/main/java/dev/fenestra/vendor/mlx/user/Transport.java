package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.ib.core.vocabulary.QpType;

/** The transport service of a QP, which shapes send WQEs. */
enum Transport {
    /** A remote address and operands, as the operation needs them. */
    RC(0),
    /** A remote address for writes only. Other operations are posted without one, and the device refuses them. */
    UC(0),
    /** A datagram segment in each WQE, never a remote address. */
    UD(3),
    /** Like RC, with the number of the remote SRQ in front. */
    XRC(1);

    private final int units;

    Transport(int units) {
        this.units = units;
    }

    static Transport of(QpType type) {
        return switch (type) {
            case RC -> RC;
            case UC -> UC;
            // Raw packets and types of other vendors are laid out so that the kernel can refuse them.
            case UD, RAW_PACKET, DRIVER -> UD;
            case XRC_INI, XRC_TGT -> XRC;
        };
    }

    /** 16-byte units of the segment with the destination of a request. */
    int units() {
        return units;
    }

    boolean writesRemoteAddress(int opcode) {
        return switch (this) {
            case RC, XRC -> true;
            case UC -> opcode == WqeOpcode.RDMA_WRITE || opcode == WqeOpcode.RDMA_WRITE_IMM;
            case UD -> false;
        };
    }

    /** READs and atomics. */
    boolean fetches() {
        return this == RC || this == XRC;
    }

    boolean bindsWindows() {
        return this != UD;
    }
}
