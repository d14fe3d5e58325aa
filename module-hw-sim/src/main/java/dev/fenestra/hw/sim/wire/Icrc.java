package dev.fenestra.hw.sim.wire;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The invariant CRC that ends a RoCEv2 packet: CRC-32 over eight bytes of ones and the packet from its IP header on,
 * with the fields that routers may change taken as ones. The input is never modified. One instance serves one thread,
 * packet after packet, in the order {@link #begin}, {@code payload} for each piece, {@link #end}. Source: IBTA annex
 * A17.
 */
public final class Icrc {
    public static final int BYTES = 4;

    /** Stands for the link header that the CRC of native InfiniBand starts with. */
    private static final int DUMMY_BYTES = 8;

    private static final byte ONES = (byte) 0xff;
    private static final byte[] PAD = new byte[3];

    private final CRC32 crc = new CRC32();
    private final byte[] masked = new byte[DUMMY_BYTES + Ipv6Header.BYTES + UdpHeader.BYTES + Bth.BYTES];

    public Icrc() {
        Arrays.fill(masked, 0, DUMMY_BYTES, ONES);
    }

    /**
     * Starts a packet with its headers.
     *
     * @param network array that holds the IP and the UDP header, with the lengths that count the ICRC
     * @param ipBytes 20 for IPv4, 40 for IPv6
     * @param transport array that holds the BTH and the headers behind it
     * @param headerBytes bytes of the BTH and the headers behind it
     */
    public Icrc begin(byte[] network, int networkAt, int ipBytes, byte[] transport, int transportAt, int headerBytes) {
        int udpAt = DUMMY_BYTES + ipBytes;
        int bthAt = udpAt + UdpHeader.BYTES;
        System.arraycopy(network, networkAt, masked, DUMMY_BYTES, ipBytes + UdpHeader.BYTES);
        System.arraycopy(transport, transportAt, masked, bthAt, Bth.BYTES);
        if (ipBytes == Ipv4Header.BYTES) {
            Ipv4Header.maskVariant(masked, DUMMY_BYTES);
        } else {
            Ipv6Header.maskVariant(masked, DUMMY_BYTES);
        }
        UdpHeader.maskVariant(masked, udpAt);
        Bth.maskVariant(masked, bthAt);
        crc.reset();
        crc.update(masked, 0, bthAt + Bth.BYTES);
        crc.update(transport, transportAt + Bth.BYTES, headerBytes - Bth.BYTES);
        return this;
    }

    /** Adds a piece of payload. */
    public Icrc payload(MemorySegment source, long offset, long bytes) {
        crc.update(source.asSlice(offset, bytes).asByteBuffer());
        return this;
    }

    /** Adds a piece of payload. */
    public Icrc payload(byte[] source, int at, int bytes) {
        crc.update(source, at, bytes);
        return this;
    }

    /** Adds the pad bytes, which are zeros, and returns the ICRC of the packet. */
    public int end(int padCount) {
        crc.update(PAD, 0, padCount);
        return (int) crc.getValue();
    }

    /** The ICRC of a packet in one piece. {@code bytes} counts from the IP header to the last pad byte. */
    public int compute(byte[] packet, int at, int ipBytes, int bytes) {
        int bthAt = ipBytes + UdpHeader.BYTES;
        return begin(packet, at, ipBytes, packet, at + bthAt, bytes - bthAt).end(0);
    }

    /** Puts an ICRC on the wire: least significant byte first. */
    public static void write(byte[] out, int at, int icrc) {
        Wire.u32(out, at, Integer.reverseBytes(icrc));
    }

    /** Reads an ICRC from the wire. */
    public static int read(byte[] in, int at) {
        return Integer.reverseBytes(Wire.u32(in, at));
    }
}
