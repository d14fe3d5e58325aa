package dev.fenestra.hw.sim.roce.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Turns packets into datagrams, one at a time: from the BTH to the ICRC, which covers the network headers that a socket
 * adds.
 */
final class DatagramWriter {
    private static final ValueLayout.OfInt LE32 = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);

    private final DatagramBuffer buffer;
    private int start;

    /**
     * Makes a writer.
     *
     * @param buffer gets the datagrams
     */
    DatagramWriter(DatagramBuffer buffer) {
        this.buffer = buffer;
    }

    /** {@return the offset of the last datagram in the buffer} */
    int start() {
        return start;
    }

    /**
     * Writes a packet from one address to another.
     *
     * @return bytes of the datagram
     */
    int write(
            Packet packet, long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int sourcePort) {
        int headers = packet.headerBytes;
        int payload = packet.payloadBytes();
        int pad = Bth.padCount(packet.header, 0);
        int padAt = DatagramBuffer.PAYLOAD + payload;
        int icrcAt = padAt + pad;
        start = DatagramBuffer.start(headers);
        MemorySegment.copy(packet.header, 0, buffer.memory, JAVA_BYTE, start, headers);
        packet.copyPayload(buffer.memory, DatagramBuffer.PAYLOAD);
        for (int i = padAt; i < icrcAt; i++) {
            buffer.memory.set(JAVA_BYTE, i, (byte) 0);
        }
        int icrc = buffer.icrc(start, icrcAt, sourceHigh, sourceLow, destinationHigh, destinationLow, sourcePort);
        buffer.memory.set(LE32, icrcAt, icrc);
        return icrcAt + Icrc.BYTES - start;
    }
}
