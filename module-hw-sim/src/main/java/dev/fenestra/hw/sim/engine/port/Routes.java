package dev.fenestra.hw.sim.engine.port;

import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.fabric.Fabric;

/** Finds the port of a connected QP's peer, once. */
public final class Routes {
    private final HcaConfig config;
    private final Fabric fabric;

    /**
     * Makes a finder.
     *
     * @param config the own GIDs
     * @param fabric knows the ports
     */
    public Routes(HcaConfig config, Fabric fabric) {
        this.config = config;
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
        qp.connection.localGidHigh = config.gidHigh(gidIndex);
        qp.connection.localGidLow = config.gidLow(gidIndex);
        qp.connection.destinationPort = fabric.portOf(qp.connection.remoteGidHigh, qp.connection.remoteGidLow);
        qp.connection.limit(qp.connection.destinationPort < 0 ? fabric.window() : Integer.MAX_VALUE);
    }
}
