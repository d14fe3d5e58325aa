package dev.fenestra.hw.sim.hca.port;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.event.PortUnit;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.fast.burst.BurstPath;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.qp.Connection;
import dev.fenestra.hw.sim.hca.qp.DatagramPeers;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.PortGid;

/** The exit of a device: its one packet, and the port. */
public final class Outbox {
    private final GidTable gids;
    private final Fabric fabric;
    private final PortUnit port;
    private final Watch watch;
    private final Packet packet;
    private final boolean countsLookups;

    /**
     * Makes the exit of a device.
     *
     * @param config its tables
     * @param gids of the port
     * @param bus the host's memory
     * @param fabric carries the packets
     * @param port the port, up or down
     * @param watch counts and shows packets
     */
    public Outbox(HcaConfig config, GidTable gids, DmaBus bus, Fabric fabric, PortUnit port, Watch watch) {
        this.fabric = fabric;
        this.port = port;
        this.watch = watch;
        countsLookups = config.memory().countsLookups();
        packet = new Packet(bus);
        this.gids = gids;
    }

    /**
     * {@return an empty packet addressed to the QP's peer} There is one per device: the caller sends it before it asks
     * for the next.
     *
     * @param qp a connected QP
     */
    public Packet packetFor(QpContext qp) {
        packet.clear();
        packet.sourceQpn = qp.number;
        packet.sourceGidHigh = qp.connection.localGidHigh;
        packet.sourceGidLow = qp.connection.localGidLow;
        packet.destinationGidHigh = qp.connection.remoteGidHigh;
        packet.destinationGidLow = qp.connection.remoteGidLow;
        packet.destinationPort = qp.connection.destinationPort;
        packet.udpSourcePort = qp.connection.udpSourcePort;
        packet.trafficClass = qp.connection.trafficClass;
        packet.flowLabel = qp.connection.flowLabel;
        packet.hopLimit = qp.connection.hopLimit;
        return packet;
    }

    /**
     * {@return whether the port has a GID of this index}
     *
     * @param index of the sender's GID, as a program gave it
     */
    public boolean hasGid(int index) {
        return gids.has(index);
    }

    /**
     * Addresses a datagram: from the own GID to the port or the group that its request names.
     *
     * @param packet the datagram
     * @param destination a request with a path, from a GID that the port has
     */
    public void address(Packet packet, SendOperation destination) {
        long high = destination.remoteGidHigh;
        long low = destination.remoteGidLow;
        packet.sourceGidHigh = gids.high(destination.sourceGidIndex);
        packet.sourceGidLow = gids.low(destination.sourceGidIndex);
        packet.destinationGidHigh = high;
        packet.destinationGidLow = low;
        packet.trafficClass = destination.trafficClass;
        packet.flowLabel = destination.flowLabel;
        packet.hopLimit = destination.hopLimit;
        if (destination.udpSourcePort != 0) {
            packet.udpSourcePort = destination.udpSourcePort;
        }
        packet.toGroup = PortGid.isMulticast(high, low);
        packet.destinationPort = packet.toGroup ? Packet.NO_PORT : fabric.portOf(high, low);
    }

    /**
     * Addresses the answer to a reliable datagram.
     *
     * @param packet the answer
     * @param answer from where the request came, and to where
     */
    public void address(Packet packet, DatagramPeers.Owed answer) {
        packet.sourceGidHigh = answer.ownGidHigh;
        packet.sourceGidLow = answer.ownGidLow;
        packet.destinationGidHigh = answer.peerGidHigh;
        packet.destinationGidLow = answer.peerGidLow;
        packet.destinationPort = fabric.portOf(answer.peerGidHigh, answer.peerGidLow);
    }

    /**
     * Sends a packet. It is lost while the link is down.
     *
     * @param outgoing the packet, or a burst
     */
    public void transmit(Packet outgoing) {
        if (port.isUp()) {
            watch.packetSent(outgoing);
            fabric.link().transmit(outgoing, fabric.now());
        } else {
            fabric.link().kept(outgoing, Verdict.Plain.PORT_DOWN, fabric.now());
        }
    }

    /**
     * {@return whether packets of a QP may leave as bursts: no observer sees single packets, and no look-up is counted}
     *
     * @param qp a connected QP
     */
    public boolean carriesBursts(QpContext qp) {
        return handlesBursts() && fabric.carriesBursts(qp.connection.destinationPort);
    }

    /** {@return whether this device makes and takes bursts now} */
    public boolean handlesBursts() {
        return !countsLookups && !watch.isObserved();
    }

    /**
     * Sends a burst of a QP for which {@link #carriesBursts} holds.
     *
     * @param qp the QP
     * @param burst the packets
     * @return packets that were taken, from the first on; the others have not been sent
     */
    public int transmit(QpContext qp, Burst burst) {
        if (!port.isUp()) {
            return 0;
        }
        address(burst.path(), qp.connection);
        return fabric.transmit(burst, qp.connection.destinationPort);
    }

    /**
     * Tells a peer for which of its QPs packets will soon leave.
     *
     * @param port number of its port, which takes bursts
     * @param qpns numbers of its QPs
     * @param count how many
     */
    public void announce(int port, int[] qpns, int count) {
        fabric.announce(port, qpns, count);
    }

    private static void address(BurstPath path, Connection connection) {
        path.sourceGidHigh = connection.localGidHigh;
        path.sourceGidLow = connection.localGidLow;
        path.destinationGidHigh = connection.remoteGidHigh;
        path.destinationGidLow = connection.remoteGidLow;
        path.destinationQpn = connection.remoteQpn;
    }
}
