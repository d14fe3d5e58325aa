package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.Verdict;

/**
 * A cable within the fabric. Each packet becomes the bytes of a RoCEv2 datagram with its ICRC; they are checked and
 * parsed again, as by two network cards. Only its fabric drives it.
 */
public final class WireStage implements LinkStage {
    private final UdpCounters counters = new UdpCounters();
    private final DatagramWriter writer;
    private final DatagramReader reader;

    /** Makes a cable that has carried no packet. */
    public WireStage() {
        DatagramBuffer buffer = new DatagramBuffer();
        writer = new DatagramWriter(buffer);
        reader = new DatagramReader(IcrcCheck.STRICT, counters, buffer);
    }

    /** {@return what the cable counted: packets sent, received, and malformed or with a wrong ICRC} */
    public UdpCounters counters() {
        return counters;
    }

    @Override
    public void transmit(Packet packet, long now, Link next) {
        long sourceHigh = packet.sourceGidHigh;
        long sourceLow = packet.sourceGidLow;
        long destinationHigh = packet.destinationGidHigh;
        long destinationLow = packet.destinationGidLow;
        int port = packet.udpSourcePort;
        int bytes = writer.write(packet, sourceHigh, sourceLow, destinationHigh, destinationLow, port);
        counters.sent++;
        if (reader.read(writer.start(), bytes, sourceHigh, sourceLow, destinationHigh, destinationLow, port)) {
            Packet arrived = reader.packet();
            arrived.follow(packet);
            counters.received++;
            next.transmit(arrived, now);
        } else {
            next.kept(packet, Verdict.Plain.WRONG_LENGTH, now);
        }
    }
}
