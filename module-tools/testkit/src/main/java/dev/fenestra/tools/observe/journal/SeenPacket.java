package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.observe.SentPacket;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.ib.core.vocabulary.Gid;

/**
 * A packet, as far as it says which request it serves. Only valid while the packet is.
 *
 * @param header its transport headers
 * @param from the QP that sends it
 * @param to the QP that it is for
 * @param hasWqe it belongs to a send WQE, and its sender is here
 * @param wqeIndex index of that WQE
 * @param wqeOpcode of that WQE
 * @param again it was sent before
 * @param fromOutside it came from another machine
 */
record SeenPacket(
        byte[] header,
        Endpoint from,
        Endpoint to,
        boolean hasWqe,
        int wqeIndex,
        int wqeOpcode,
        boolean again,
        boolean fromOutside) {

    static SeenPacket of(Packet packet) {
        return new SeenPacket(
                packet.header,
                new Endpoint(new Gid(packet.sourceGidHigh, packet.sourceGidLow), packet.sourceQpn),
                new Endpoint(
                        new Gid(packet.destinationGidHigh, packet.destinationGidLow),
                        Bth.destinationQpn(packet.header, 0)),
                packet.hasWqe,
                packet.wqeIndex,
                packet.wqeOpcode,
                packet.again,
                packet.fromOutside);
    }

    static SeenPacket of(byte[] header, SentPacket packet) {
        return new SeenPacket(
                header,
                new Endpoint(new Gid(packet.sourceGidHigh(), packet.sourceGidLow()), packet.qpn()),
                new Endpoint(
                        new Gid(packet.destinationGidHigh(), packet.destinationGidLow()),
                        Bth.destinationQpn(header, 0)),
                packet.hasWqe(),
                packet.wqeIndex(),
                packet.wqeOpcode(),
                packet.again(),
                false);
    }
}
