package dev.fenestra.hw.sim.roce.wire;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The invariant CRC that ends a RoCEv2 packet: CRC-32 over eight bytes of ones and the packet from its IP header on.
 * Fields that routers may change are taken as ones. The input is never modified. One instance serves one thread.
 * Source: IBTA annex A17.
 */
public final class Icrc {
    /** Size, bytes. */
    public static final int BYTES = 4;

    /** Replaces the link header that the CRC of native InfiniBand starts with. */
    private static final int DUMMY_BYTES = 8;

    /** Replaces a byte that the ICRC does not cover. */
    public static final byte ONES = (byte) 0xff;

    /** The largest number of bytes before a BTH. */
    public static final int MAX_PREFIX = DUMMY_BYTES + Ipv6Header.BYTES + UdpHeader.BYTES;

    private final CRC32 crc = new CRC32();
    private final byte[] masked = new byte[MAX_PREFIX + Bth.BYTES];

    /** Makes a calculator for one thread. */
    public Icrc() {
        Arrays.fill(masked, 0, DUMMY_BYTES, ONES);
    }

    /**
     * Writes the bytes before the BTH that the ICRC of a packet between two GIDs covers. The ICRC is the CRC of these
     * bytes and of the packet from the BTH to the last pad byte, with {@link #ONES} for {@link Bth#VARIANT_BYTE}.
     *
     * @param out gets the bytes, from its beginning
     * @param sourceHigh upper half of the sender's GID
     * @param sourceLow lower half of the sender's GID
     * @param destinationHigh upper half of the receiver's GID
     * @param destinationLow lower half of the receiver's GID
     * @param sourcePort UDP source port
     * @param transportBytes bytes of the UDP payload: from the BTH to the ICRC, both included
     * @return bytes written: 36 or 56
     */
    public static int writePrefix(
            byte[] out,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow,
            int sourcePort,
            int transportBytes) {
        Arrays.fill(out, 0, DUMMY_BYTES, ONES);
        int bytes = NetworkHeaders.write(
                out, DUMMY_BYTES, sourceHigh, sourceLow, destinationHigh, destinationLow, sourcePort, transportBytes);
        maskNetwork(out, bytes - UdpHeader.BYTES);
        return DUMMY_BYTES + bytes;
    }

    private static void maskNetwork(byte[] prefix, int ipBytes) {
        if (ipBytes == Ipv4Header.BYTES) {
            Ipv4Header.maskVariant(prefix, DUMMY_BYTES);
        } else {
            Ipv6Header.maskVariant(prefix, DUMMY_BYTES);
        }
        UdpHeader.maskVariant(prefix, DUMMY_BYTES + ipBytes);
    }

    /**
     * {@return the ICRC of a packet in one piece}
     *
     * @param packet holds the packet
     * @param at offset of the IP header
     * @param ipBytes bytes of the IP header: 20 or 40
     * @param bytes from the IP header to the last pad byte
     */
    public int compute(byte[] packet, int at, int ipBytes, int bytes) {
        int headers = ipBytes + UdpHeader.BYTES + Bth.BYTES;
        System.arraycopy(packet, at, masked, DUMMY_BYTES, headers);
        maskNetwork(masked, ipBytes);
        Bth.maskVariant(masked, DUMMY_BYTES + ipBytes + UdpHeader.BYTES);
        crc.reset();
        crc.update(masked, 0, DUMMY_BYTES + headers);
        crc.update(packet, at + headers, bytes - headers);
        return (int) crc.getValue();
    }

    /**
     * Writes an ICRC, least significant byte first.
     *
     * @param out holds the packet
     * @param at offset of the ICRC
     * @param icrc the ICRC
     */
    public static void write(byte[] out, int at, int icrc) {
        Wire.u32(out, at, Integer.reverseBytes(icrc));
    }

    /**
     * {@return an ICRC of a packet}
     *
     * @param in holds the packet
     * @param at offset of the ICRC
     */
    public static int read(byte[] in, int at) {
        return Integer.reverseBytes(Wire.u32(in, at));
    }
}
