package dev.fenestra.hw.sim.udp;

import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.Gid;
import dev.fenestra.hw.sim.wire.Icrc;
import dev.fenestra.hw.sim.wire.NetworkHeaders;
import dev.fenestra.hw.sim.wire.WireOpcode;
import java.nio.ByteBuffer;

/** Turns received datagrams into packets, one at a time: rebuilds the headers that a socket hides, checks the ICRC. */
final class DatagramReader {
    /** The largest UDP payload there is; a longer one than any RoCEv2 packet must be seen to be too long. */
    private static final int MAX_DATAGRAM = 65_535;

    private static final int NETWORK_BYTES = 48;
    private static final int IPV4_BYTES = 20;
    /** From the start of an IPv4 header to the end of its identification. */
    private static final int BEHIND_IDENTIFICATION = 6;
    /** The largest payload of a packet. */
    private static final int MAX_PAYLOAD = 4096;

    private final IcrcCheck check;
    private final UdpCounters counters;
    private final Icrc icrc = new Icrc();
    private final IdentificationSolver identifications = new IdentificationSolver();
    private final byte[] frame = new byte[NETWORK_BYTES + MAX_DATAGRAM];
    private final ByteBuffer buffer = ByteBuffer.wrap(frame);
    private final Packet packet = Packet.over(frame);

    DatagramReader(IcrcCheck check, UdpCounters counters) {
        this.check = check;
        this.counters = counters;
        packet.fromOutside = true;
    }

    /** Where the next datagram goes. */
    ByteBuffer buffer() {
        return buffer.limit(frame.length).position(NETWORK_BYTES);
    }

    /** The packet, whose addresses are still to be filled in. */
    Packet packet() {
        return packet;
    }

    /**
     * Looks at the datagram in the buffer and fills the packet from it.
     *
     * @param source address of the sender's IP header
     * @param destination address in the receiver's IP header
     * @return whether it is a RoCEv2 packet with the right ICRC; else it was counted
     */
    boolean read(Gid source, Gid destination, int sourcePort) {
        int bytes = buffer.position() - NETWORK_BYTES;
        if (!isWellFormed(bytes)) {
            counters.malformed++;
            return false;
        }
        if (!hasRightIcrc(bytes, source, destination, sourcePort)) {
            counters.wrongIcrcs++;
            return false;
        }
        fill(bytes, sourcePort);
        return true;
    }

    private boolean isWellFormed(int bytes) {
        if (bytes < Bth.BYTES + Icrc.BYTES) {
            return false;
        }
        int headers = WireOpcode.headerBytesOf(Bth.opcode(frame, NETWORK_BYTES));
        int payload = bytes - Icrc.BYTES - headers - Bth.padCount(frame, NETWORK_BYTES);
        return headers != 0 && payload >= 0 && payload <= MAX_PAYLOAD;
    }

    private boolean hasRightIcrc(int bytes, Gid source, Gid destination, int sourcePort) {
        int ipBytes = NetworkHeaders.ipBytes(source.high(), source.low(), destination.high(), destination.low());
        int ipAt = NETWORK_BYTES - ipBytes - 8;
        NetworkHeaders.write(
                frame, ipAt, source.high(), source.low(), destination.high(), destination.low(), sourcePort, bytes);
        int icrcAt = NETWORK_BYTES + bytes - Icrc.BYTES;
        int difference = icrc.compute(frame, ipAt, ipBytes, icrcAt - ipAt) ^ Icrc.read(frame, icrcAt);
        if (difference == 0) {
            return true;
        }
        boolean solved = check == IcrcCheck.SOLVE
                && ipBytes == IPV4_BYTES
                && identifications.solve(difference, icrcAt - ipAt - BEHIND_IDENTIFICATION) >= 0;
        counters.solvedIdentifications += solved ? 1 : 0;
        return solved;
    }

    private void fill(int bytes, int sourcePort) {
        int headers = WireOpcode.headerBytesOf(Bth.opcode(frame, NETWORK_BYTES));
        int payload = bytes - Icrc.BYTES - headers - Bth.padCount(frame, NETWORK_BYTES);
        packet.clear();
        System.arraycopy(frame, NETWORK_BYTES, packet.header, 0, headers);
        packet.headerBytes = headers;
        packet.udpSourcePort = sourcePort;
        if (payload > 0) {
            packet.addPayload(NETWORK_BYTES + headers, payload);
        }
    }
}
