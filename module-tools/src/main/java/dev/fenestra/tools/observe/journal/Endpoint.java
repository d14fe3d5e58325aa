package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.ib.core.vocabulary.Gid;

/** One end of a connection: a QP and the port that it uses. */
record Endpoint(Gid gid, int qpNumber) {

    /** The QP that sends a packet. */
    static Endpoint from(Packet packet) {
        return new Endpoint(new Gid(packet.sourceGidHigh, packet.sourceGidLow), packet.sourceQpn);
    }

    /** The QP that a packet is for. */
    static Endpoint to(Packet packet) {
        return new Endpoint(
                new Gid(packet.destinationGidHigh, packet.destinationGidLow), Bth.destinationQpn(packet.header, 0));
    }
}
