package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.host.SegmentBus;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The 40 bytes before a received datagram, as payload: the IPv6 header, or 20 zero bytes and the IPv4 header (IBA annex
 * A17.4.5.1).
 */
final class GrhBlock {
    static final int BYTES = 40;

    private final byte[] bytes = new byte[BYTES + NetworkHeaders.UDP_BYTES];
    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES);
    private final Packet carrier = new Packet(new SegmentBus(memory));

    /** {@return the GRH of a packet as payload; only one receiver may take it} */
    Packet of(Packet packet) {
        Arrays.fill(bytes, (byte) 0);
        int ipBytes = NetworkHeaders.ipBytes(
                packet.sourceGidHigh, packet.sourceGidLow, packet.destinationGidHigh, packet.destinationGidLow);
        int pad = Bth.padCount(packet.header, 0);
        NetworkHeaders.write(
                bytes,
                BYTES - ipBytes,
                packet.sourceGidHigh,
                packet.sourceGidLow,
                packet.destinationGidHigh,
                packet.destinationGidLow,
                packet.udpSourcePort,
                packet.headerBytes + packet.payloadBytes() + pad + Icrc.BYTES);
        NetworkHeaders.choose(bytes, BYTES - ipBytes, packet.trafficClass, packet.flowLabel, packet.hopLimit);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, BYTES);
        carrier.clear();
        carrier.addPayload(0, BYTES);
        return carrier;
    }
}
