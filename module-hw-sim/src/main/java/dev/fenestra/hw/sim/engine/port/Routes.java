package dev.fenestra.hw.sim.engine.port;

import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.fabric.Fabric;

/** Finds the way to the peer of a connected QP, once. */
public final class Routes {
    private final Fabric fabric;

    public Routes(Fabric fabric) {
        this.fabric = fabric;
    }

    /** Finds the way to the QP's peer. */
    public void connect(QpContext qp) {
        qp.connection.destinationPort = fabric.portOf(qp.connection.remoteGidHigh, qp.connection.remoteGidLow);
        qp.connection.limit(qp.connection.destinationPort < 0 ? fabric.window() : Integer.MAX_VALUE);
    }
}
