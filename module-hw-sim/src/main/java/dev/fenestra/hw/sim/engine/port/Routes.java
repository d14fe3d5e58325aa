package dev.fenestra.hw.sim.engine.port;

import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.fabric.Fabric;

/** Finds the port of a connected QP's peer, once. */
public final class Routes {
    private final Fabric fabric;

    /**
     * Makes a finder.
     *
     * @param fabric knows the ports
     */
    public Routes(Fabric fabric) {
        this.fabric = fabric;
    }

    /**
     * Finds the port of the QP's peer, and limits the window accordingly.
     *
     * @param qp a QP with its peer's GID
     */
    public void connect(QpContext qp) {
        qp.connection.destinationPort = fabric.portOf(qp.connection.remoteGidHigh, qp.connection.remoteGidLow);
        qp.connection.limit(qp.connection.destinationPort < 0 ? fabric.window() : Integer.MAX_VALUE);
    }
}
