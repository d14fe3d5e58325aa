package dev.fenestra.hw.sim.roce.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Turns datagrams into packets, one at a time: rebuilds the headers that a socket hides, checks the ICRC. */
final class DatagramReader {
    private static final int IPV4_BYTES = 20;
    /** From the start of an IPv4 header to the end of its identification. */
    private static final int BEHIND_IDENTIFICATION = 6;
    /** The largest payload of a packet. */
    private static final int MAX_PAYLOAD = 4096;

    private static final ValueLayout.OfInt LE32 = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);

    private final IcrcCheck check;
    private final UdpCounters counters;
    private final IdentificationSolver identifications = new IdentificationSolver();
    private final PeerHabits habits = new PeerHabits();
    private final DatagramBuffer buffer;
    private final Packet packet;
    private int headers;
    private int payload;

    /**
     * Makes a reader.
     *
     * @param buffer holds the datagrams
     */
    DatagramReader(IcrcCheck check, UdpCounters counters, DatagramBuffer buffer) {
        this.check = check;
        this.counters = counters;
        this.buffer = buffer;
        packet = Packet.over(buffer.memory);
    }

    /** {@return the packet; the caller fills in its addresses} */
    Packet packet() {
        return packet;
    }

    /**
     * Checks a datagram and fills the packet from it.
     *
     * @param at offset of the datagram
     * @param bytes of the datagram
     * @return whether it is a RoCEv2 packet with the right ICRC between these addresses; if not, it was counted
     */
    boolean read(
            int at,
            int bytes,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow,
            int sourcePort) {
        if (!isWellFormed(at, bytes)) {
            counters.malformed++;
            return false;
        }
        int icrcAt = at + bytes - Icrc.BYTES;
        int icrc = buffer.icrc(at, icrcAt, sourceHigh, sourceLow, destinationHigh, destinationLow, sourcePort);
        int difference = icrc ^ buffer.memory.get(LE32, icrcAt);
        int ipBytes = NetworkHeaders.ipBytes(sourceHigh, sourceLow, destinationHigh, destinationLow);
        if (difference == 0) {
            habits.usedZero(sourceLow);
        } else if (!isSolved(difference, bytes - Icrc.BYTES, ipBytes, sourceLow)) {
            counters.wrongIcrcs++;
            return false;
        }
        packet.headerBytes = headers;
        packet.udpSourcePort = sourcePort;
        if (payload > 0) {
            packet.addPayload((long) at + headers, payload);
        }
        return true;
    }

    /** Copies the headers and finds the payload. */
    private boolean isWellFormed(int at, int bytes) {
        packet.clear();
        if (bytes < Bth.BYTES + Icrc.BYTES) {
            return false;
        }
        MemorySegment.copy(buffer.memory, JAVA_BYTE, at, packet.header, 0, Bth.BYTES);
        headers = WireOpcode.headerBytesOf(Bth.opcode(packet.header, 0));
        payload = bytes - Icrc.BYTES - headers - Bth.padCount(packet.header, 0);
        if (headers == 0 || payload < 0 || payload > MAX_PAYLOAD) {
            return false;
        }
        int more = headers - Bth.BYTES;
        MemorySegment.copy(buffer.memory, JAVA_BYTE, (long) at + Bth.BYTES, packet.header, Bth.BYTES, more);
        return true;
    }

    private boolean isSolved(int difference, int covered, int ipBytes, long source) {
        int behind = ipBytes + NetworkHeaders.UDP_BYTES + covered - BEHIND_IDENTIFICATION;
        boolean solved = check != IcrcCheck.STRICT
                && ipBytes == IPV4_BYTES
                && identifications.solve(difference, behind) >= 0
                && (check == IcrcCheck.SOLVE || habits.mayUseAnother(source));
        counters.solvedIdentifications += solved ? 1 : 0;
        return solved;
    }
}
