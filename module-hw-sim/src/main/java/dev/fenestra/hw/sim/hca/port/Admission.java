package dev.fenestra.hw.sim.hca.port;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.qp.Connection;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import org.jspecify.annotations.Nullable;

/** The requirements on a packet to reach a QP at all (IBA 9.6.1). */
public final class Admission {
    private static final int SERVICE_SHIFT = 5;

    private Admission() {}

    /**
     * {@return why a packet is dropped; null when it is not} A QP takes packets of its service only, and a connected
     * one only from its peer's GID to its own (IBA 9.6.1.5).
     *
     * @param qp the destination QP, or null when there is none
     * @param arrived the packet
     * @param mask {@link dev.fenestra.hw.sim.roce.wire.OpcodeMask} of its opcode, 0 for an unknown one
     */
    public static @Nullable Verdict rejection(@Nullable QpContext qp, Packet arrived, int mask) {
        byte[] header = arrived.header;
        if (mask == 0) {
            return Verdict.Plain.UNKNOWN_OPCODE;
        } else if (!Bth.isForEveryPort(header, 0)) {
            return Bth.transportVersion(header, 0) == 0 ? Verdict.Plain.WRONG_PKEY : Verdict.Plain.WRONG_VERSION;
        } else if (qp == null) {
            return Verdict.Plain.NO_QP;
        } else if (Bth.opcode(header, 0) >>> SERVICE_SHIFT != qp.service.wire()) {
            return Verdict.Plain.WRONG_SERVICE;
        }
        boolean isDatagram = qp.service.isDatagram() && (mask & OpcodeMask.REQUEST) != 0;
        return isDatagram || isOfPath(qp.connection, arrived) ? null : Verdict.Plain.FOREIGN_PORT;
    }

    private static boolean isOfPath(Connection path, Packet arrived) {
        return arrived.sourceGidLow == path.remoteGidLow
                && arrived.sourceGidHigh == path.remoteGidHigh
                && (isForGid(path, arrived) || isForPort(arrived));
    }

    private static boolean isForGid(Connection path, Packet arrived) {
        return arrived.destinationGidLow == path.localGidLow && arrived.destinationGidHigh == path.localGidHigh;
    }

    /** A packet that a test puts into the fabric may name the port alone. */
    private static boolean isForPort(Packet arrived) {
        return (arrived.destinationGidLow | arrived.destinationGidHigh) == 0;
    }
}
