package dev.fenestra.hw.sim.roce.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Memory for one datagram. The bytes before it hold what the ICRC covers and a socket hides, so that an ICRC is one
 * pass over contiguous bytes. They are written only when ports or length change.
 *
 * <p>A payload lies at {@link #PAYLOAD}, the beginning of a page. A copy is faster when its target does not lie later
 * in its page than its source, and most payloads come from the beginning of a page.
 */
final class DatagramBuffer {
    /** The largest UDP payload. It is longer than any RoCEv2 packet, so that a datagram that is too long is noticed. */
    static final int MAX_DATAGRAM = 65_535;

    static final int PAYLOAD = 4096;

    /** The place of an arriving datagram, chosen for the headers that most long ones have. */
    static final int ARRIVAL = start(Bth.BYTES);

    final MemorySegment memory = Arena.ofAuto().allocate(PAYLOAD + MAX_DATAGRAM, PAYLOAD);
    /** The same memory, for a socket. */
    final ByteBuffer bytes = memory.asByteBuffer();

    private final ByteBuffer covered = memory.asByteBuffer();
    private final CRC32 crc = new CRC32();
    private final byte[] prefix = new byte[Icrc.MAX_PREFIX];
    private int prefixBytes;
    private int start;
    private int transportBytes;
    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;
    private int sourcePort;

    /** {@return the offset of a datagram whose headers have a number of bytes} */
    static int start(int headerBytes) {
        return PAYLOAD - headerBytes;
    }

    /**
     * {@return the ICRC of the packet whose transport part lies here}
     *
     * @param at offset of the BTH
     * @param icrcAt offset of the ICRC
     */
    int icrc(int at, int icrcAt, long fromHigh, long fromLow, long toHigh, long toLow, int fromPort) {
        int length = icrcAt + Icrc.BYTES - at;
        boolean isWritten = at == start
                && length == transportBytes
                && fromPort == sourcePort
                && fromLow == sourceLow
                && toLow == destinationLow
                && fromHigh == sourceHigh
                && toHigh == destinationHigh;
        if (!isWritten) {
            start = at;
            transportBytes = length;
            sourceHigh = fromHigh;
            sourceLow = fromLow;
            destinationHigh = toHigh;
            destinationLow = toLow;
            sourcePort = fromPort;
            prefixBytes = Icrc.writePrefix(prefix, fromHigh, fromLow, toHigh, toLow, fromPort, length);
            MemorySegment.copy(prefix, 0, memory, JAVA_BYTE, (long) at - prefixBytes, prefixBytes);
        }
        return crc(at, icrcAt);
    }

    private int crc(int at, int icrcAt) {
        long variant = (long) at + Bth.VARIANT_BYTE;
        byte real = memory.get(JAVA_BYTE, variant);
        memory.set(JAVA_BYTE, variant, Icrc.ONES);
        crc.reset();
        crc.update(covered.limit(icrcAt).position(at - prefixBytes));
        memory.set(JAVA_BYTE, variant, real);
        return (int) crc.getValue();
    }
}
