package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.queue.SendOperation;
import dev.fenestra.hw.sim.wire.Gid;

/** Finds the way to QPs: once for a connected one, for each request of the others. */
public final class Routes {
    private final Fabric fabric;

    Routes(Fabric fabric) {
        this.fabric = fabric;
    }

    /** Finds the way to the QP's peer. */
    public void connect(QpContext qp) {
        qp.connection.destinationPort = fabric.portOf(qp.connection.remoteGidHigh, qp.connection.remoteGidLow);
        qp.connection.limit(qp.connection.destinationPort < 0 ? fabric.window() : Integer.MAX_VALUE);
    }

    /** Addresses a datagram to the port or the group that its request names. */
    void address(Packet packet, SendOperation destination) {
        long high = destination.remoteGidHigh;
        long low = destination.remoteGidLow;
        packet.destinationGidHigh = high;
        packet.destinationGidLow = low;
        packet.destinationPort = Gid.isMulticast(high, low) ? Packet.GROUP_PORTS : fabric.portOf(high, low);
    }
}
