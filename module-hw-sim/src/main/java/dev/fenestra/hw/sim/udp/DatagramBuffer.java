package dev.fenestra.hw.sim.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.Icrc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Memory for one datagram. There is room in front of it for what the ICRC covers and a socket does not show, so that an
 * ICRC is one pass over contiguous bytes. Between the same two ports, and for as many bytes, what is written there
 * stays.
 *
 * <p>A payload belongs at {@link #PAYLOAD}, the beginning of a page: it is copied faster to a place in its page that is
 * not behind the one that it comes from, and most come from the beginning of one.
 */
final class DatagramBuffer {
    /** The largest UDP payload there is; a longer one than any RoCEv2 packet must be seen to be too long. */
    static final int MAX_DATAGRAM = 65_535;

    static final int PAYLOAD = 4096;

    /** Where a datagram is put that arrives: as if it had the headers of most long ones. */
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

    /** Where a datagram with so many bytes of headers begins. */
    static int start(int headerBytes) {
        return PAYLOAD - headerBytes;
    }

    /**
     * The ICRC of the packet whose BTH and all behind it lie here, as one that goes from one address to another.
     *
     * @param at where the BTH is
     * @param icrcAt where the ICRC belongs
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
