package dev.fenestra.hw.sim.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.Icrc;
import dev.fenestra.hw.sim.wire.NetworkHeaders;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Turns packets into datagrams, one at a time: from the BTH to the ICRC, which covers the network headers that a socket adds. */
final class DatagramWriter {
    private static final int NETWORK_BYTES = 48;
    private static final ValueLayout.OfInt LE32 = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);

    private final MemorySegment datagram;
    private final byte[] network = new byte[NETWORK_BYTES];
    private final Icrc icrc = new Icrc();

    /**
     * @param datagram where they are written, with room for the longest
     */
    DatagramWriter(MemorySegment datagram) {
        this.datagram = datagram;
    }

    /** Writes a packet that goes from one address to another, and returns how many bytes it has. */
    int write(
            Packet packet, long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int sourcePort) {
        int headers = packet.headerBytes;
        int payload = packet.payloadBytes();
        int pad = Bth.padCount(packet.header, 0);
        int icrcAt = headers + payload + pad;
        MemorySegment.copy(packet.header, 0, datagram, JAVA_BYTE, 0, headers);
        packet.copyPayload(datagram, headers);
        for (int i = 0; i < pad; i++) {
            datagram.set(JAVA_BYTE, (long) headers + payload + i, (byte) 0);
        }
        NetworkHeaders.write(
                network, 0, sourceHigh, sourceLow, destinationHigh, destinationLow, sourcePort, icrcAt + Icrc.BYTES);
        int ipBytes = NetworkHeaders.ipBytes(sourceHigh, sourceLow, destinationHigh, destinationLow);
        icrc.begin(network, 0, ipBytes, packet.header, 0, headers);
        if (payload > 0) {
            icrc.payload(datagram, headers, payload);
        }
        datagram.set(LE32, icrcAt, icrc.end(pad));
        return icrcAt + Icrc.BYTES;
    }
}
