package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.roce.wire.FlowLabel;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.lang.foreign.MemorySegment;

/** The path to the peer in a QP context (mlx5 {@code mlx5_set_path}, {@code to_rdma_ah_attr}). */
final class QpPath {
    private static final int QPC = CreateQp.QPC_OFFSET;
    private static final int ECN_BITS = 2;
    private static final int PRIORITIES = 7;

    /**
     * Device code of each verbs rate (verbs.h {@code ibv_rate}). A rate without a code has that of the next lower
     * number with one, as in mlx5 {@code ib_rate_to_mlx5}.
     */
    private static final int[] RATE_CODES = {0, 0, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 1, 1, 1, 2, 3, 4, 4, 4, 5, 6, 6
    };

    /** The verbs rate of each device code (mlx5 {@code mlx5_to_ib_rate_map}). */
    private static final int[] RATES = {0, 12, 15, 16, 17, 20, 21, 2, 3, 4, 5, 6, 7, 8, 9, 10};

    private QpPath() {}

    /**
     * Writes a path.
     *
     * @param usualUdpPort UDP source port when the path has no flow label
     */
    static void write(MemorySegment in, AhAttributes path, int usualUdpPort) {
        Qpc.REMOTE_GID_HIGH.setLong(in, QPC, path.destination().high());
        Qpc.REMOTE_GID_LOW.setLong(in, QPC, path.destination().low());
        Qpc.SOURCE_GID_INDEX.set(in, QPC, path.sourceGidIndex());
        Qpc.TRAFFIC_CLASS.set(in, QPC, path.trafficClass());
        Qpc.DSCP.set(in, QPC, path.trafficClass() >>> ECN_BITS);
        Qpc.FLOW_LABEL.set(in, QPC, path.flowLabel());
        Qpc.HOP_LIMIT.set(in, QPC, path.hopLimit());
        Qpc.RATE.set(in, QPC, RATE_CODES[path.rate()]);
        Qpc.PRIORITY.set(in, QPC, path.serviceLevel() & PRIORITIES);
        Qpc.PORT.set(in, QPC, path.port());
        int port = path.flowLabel() == 0 ? usualUdpPort : FlowLabel.udpSourcePort(path.flowLabel());
        Qpc.UDP_SOURCE_PORT.set(in, QPC, port);
    }

    static AhAttributes read(MemorySegment out) {
        return new AhAttributes(
                new Gid(Qpc.REMOTE_GID_HIGH.getLong(out, QPC), Qpc.REMOTE_GID_LOW.getLong(out, QPC)),
                Qpc.PORT.get(out, QPC),
                Qpc.SOURCE_GID_INDEX.get(out, QPC),
                Qpc.FLOW_LABEL.get(out, QPC),
                Qpc.HOP_LIMIT.get(out, QPC),
                Qpc.TRAFFIC_CLASS.get(out, QPC),
                Qpc.PRIORITY.get(out, QPC),
                RATES[Qpc.RATE.get(out, QPC)]);
    }
}
