package dev.fenestra.hw.sim.hca.port;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.qp.QpContext;

/** Finds the port of a connected QP's peer, once. */
public final class Routes {
    private final GidTable gids;
    private final Fabric fabric;

    /**
     * Makes a finder.
     *
     * @param gids the own GIDs
     * @param fabric knows the ports
     */
    public Routes(GidTable gids, Fabric fabric) {
        this.gids = gids;
        this.fabric = fabric;
    }

    /**
     * Finds the own GID of a QP and the port of its peer, and limits the window accordingly.
     *
     * @param qp a QP with its peer's GID
     * @param gidIndex index of an own GID
     */
    public void connect(QpContext qp, int gidIndex) {
        qp.connection.gidIndex = gidIndex;
        qp.connection.localGidHigh = gids.high(gidIndex);
        qp.connection.localGidLow = gids.low(gidIndex);
        qp.connection.destinationPort = fabric.portOf(qp.connection.remoteGidHigh, qp.connection.remoteGidLow);
        boolean isElsewhere = qp.connection.destinationPort == Packet.NO_PORT;
        qp.connection.limit(isElsewhere ? fabric.window() : Integer.MAX_VALUE);
    }
}
