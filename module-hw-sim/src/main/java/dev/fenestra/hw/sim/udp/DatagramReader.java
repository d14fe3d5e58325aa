package dev.fenestra.hw.sim.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.Icrc;
import dev.fenestra.hw.sim.wire.NetworkHeaders;
import dev.fenestra.hw.sim.wire.WireOpcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Turns datagrams into packets, one at a time: rebuilds the headers that a socket hides, checks the ICRC. */
final class DatagramReader {
    /** The largest UDP payload there is; a longer one than any RoCEv2 packet must be seen to be too long. */
    static final int MAX_DATAGRAM = 65_535;

    private static final int NETWORK_BYTES = 48;
    private static final int IPV4_BYTES = 20;
    /** From the start of an IPv4 header to the end of its identification. */
    private static final int BEHIND_IDENTIFICATION = 6;
    /** The largest payload of a packet. */
    private static final int MAX_PAYLOAD = 4096;

    private static final ValueLayout.OfInt LE32 = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);

    private final IcrcCheck check;
    private final UdpCounters counters;
    private final Icrc icrc = new Icrc();
    private final IdentificationSolver identifications = new IdentificationSolver();
    private final byte[] network = new byte[NETWORK_BYTES];
    private final MemorySegment datagram;
    private final Packet packet;
    private int headers;
    private int payload;

    /**
     * @param datagram where they are found
     */
    DatagramReader(IcrcCheck check, UdpCounters counters, MemorySegment datagram) {
        this.check = check;
        this.counters = counters;
        this.datagram = datagram;
        packet = Packet.over(datagram);
    }

    /** The packet, whose addresses are still to be filled in. */
    Packet packet() {
        return packet;
    }

    /**
     * Looks at the datagram and fills the packet from it.
     *
     * @param bytes of the datagram
     * @return whether it is a RoCEv2 packet with the right ICRC between these addresses; else it was counted
     */
    boolean read(
            int bytes, long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int sourcePort) {
        if (!isWellFormed(bytes)) {
            counters.malformed++;
            return false;
        }
        NetworkHeaders.write(network, 0, sourceHigh, sourceLow, destinationHigh, destinationLow, sourcePort, bytes);
        int ipBytes = NetworkHeaders.ipBytes(sourceHigh, sourceLow, destinationHigh, destinationLow);
        if (!hasRightIcrc(bytes, ipBytes)) {
            counters.wrongIcrcs++;
            return false;
        }
        packet.headerBytes = headers;
        packet.udpSourcePort = sourcePort;
        if (payload > 0) {
            packet.addPayload(headers, payload);
        }
        return true;
    }

    /** Takes the headers over and finds out what is payload. */
    private boolean isWellFormed(int bytes) {
        packet.clear();
        if (bytes < Bth.BYTES + Icrc.BYTES) {
            return false;
        }
        MemorySegment.copy(datagram, JAVA_BYTE, 0, packet.header, 0, Bth.BYTES);
        headers = WireOpcode.headerBytesOf(Bth.opcode(packet.header, 0));
        payload = bytes - Icrc.BYTES - headers - Bth.padCount(packet.header, 0);
        if (headers == 0 || payload < 0 || payload > MAX_PAYLOAD) {
            return false;
        }
        MemorySegment.copy(datagram, JAVA_BYTE, Bth.BYTES, packet.header, Bth.BYTES, headers - Bth.BYTES);
        return true;
    }

    private boolean hasRightIcrc(int bytes, int ipBytes) {
        int icrcAt = bytes - Icrc.BYTES;
        icrc.begin(network, 0, ipBytes, packet.header, 0, headers);
        if (icrcAt > headers) {
            icrc.payload(datagram, headers, icrcAt - headers);
        }
        int difference = icrc.end(0) ^ datagram.get(LE32, icrcAt);
        if (difference == 0) {
            return true;
        }
        int behind = ipBytes + NetworkHeaders.UDP_BYTES + icrcAt - BEHIND_IDENTIFICATION;
        boolean solved =
                check == IcrcCheck.SOLVE && ipBytes == IPV4_BYTES && identifications.solve(difference, behind) >= 0;
        counters.solvedIdentifications += solved ? 1 : 0;
        return solved;
    }
}
