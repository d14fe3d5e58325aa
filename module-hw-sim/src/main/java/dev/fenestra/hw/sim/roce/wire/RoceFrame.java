package dev.fenestra.hw.sim.roce.wire;

import java.util.List;
import java.util.Optional;

/**
 * A parsed RoCEv2 frame, for tools and tests. {@link RoceFrameWriter} makes frames without allocation.
 *
 * @param destinationMac 48 bits
 * @param sourceMac 48 bits
 * @param source GID of the sender
 * @param destination GID of the receiver
 * @param isOverIpv4 whether the IP header is that of IPv4; senders use it between two IPv4-mapped GIDs, and IPv6 else
 * @param ip fields of the IP header
 * @param ipChecksum of the IPv4 header, as sent; 0 for IPv6
 * @param sourcePort UDP source port
 * @param udpChecksum as sent; 0 for none
 * @param headers the BTH and the headers that follow it; the BTH alone when {@link WireOpcode} does not know the opcode
 * @param payload without pad bytes
 * @param pad the pad bytes behind it, as many as the BTH says
 * @param icrc as sent
 * @param icrcValid whether {@code icrc} is the ICRC of the frame
 */
public record RoceFrame(
        long destinationMac,
        long sourceMac,
        PortGid source,
        PortGid destination,
        boolean isOverIpv4,
        IpFields ip,
        int ipChecksum,
        int sourcePort,
        int udpChecksum,
        byte[] headers,
        byte[] payload,
        byte[] pad,
        int icrc,
        boolean icrcValid) {

    /**
     * Parses a frame. The IPv4 checksum need not be right, since a capture may show a frame before the card filled it
     * in.
     *
     * @param frame holds the frame
     * @param at offset of the MAC addresses
     * @param length bytes of the frame
     * @return the frame; empty when it is not RoCEv2: not IP, cut short, a fragment, with IP options, to another UDP
     *     port, or too short for its opcode and pad count
     */
    public static Optional<RoceFrame> parse(byte[] frame, int at, int length) {
        return new RoceFrameParser(frame, at, length).parse();
    }

    /**
     * {@return whether a frame is UDP to the port of RoCEv2, as far as its headers can be found} It need not be whole.
     *
     * @param frame holds the frame
     * @param at offset of the MAC addresses
     * @param length bytes of the frame
     */
    public static boolean isToRocePort(byte[] frame, int at, int length) {
        return new RoceFrameParser(frame, at, length).isToRocePort();
    }

    /** {@return the BTH opcode, 0 to 255} */
    public int opcode() {
        return Bth.opcode(headers, 0);
    }

    /** {@return bytes of the whole frame, from the MAC addresses to the ICRC} */
    public int bytes() {
        return EthernetHeader.BYTES + ipBytes() + UdpHeader.BYTES + transportBytes();
    }

    /**
     * Writes the frame with its own ICRC, right or wrong: byte for byte what was parsed.
     *
     * @param out gets the frame
     * @param at offset of the MAC addresses
     * @return {@link #bytes()}
     */
    public int write(byte[] out, int at) {
        int type = isOverIpv4 ? EthernetHeader.IPV4 : EthernetHeader.IPV6;
        EthernetHeader.write(out, at, destinationMac, sourceMac, type);
        int ipAt = at + EthernetHeader.BYTES;
        int next = ipAt
                + NetworkHeaders.write(
                        out,
                        ipAt,
                        isOverIpv4,
                        ip,
                        source.high(),
                        source.low(),
                        destination.high(),
                        destination.low(),
                        sourcePort,
                        udpChecksum,
                        transportBytes());
        if (isOverIpv4) {
            Ipv4Header.writeChecksum(out, ipAt, ipChecksum);
        }
        for (byte[] part : List.of(headers, payload, pad)) {
            System.arraycopy(part, 0, out, next, part.length);
            next += part.length;
        }
        Icrc.write(out, next, icrc);
        return next + Icrc.BYTES - at;
    }

    private int ipBytes() {
        return isOverIpv4 ? Ipv4Header.BYTES : Ipv6Header.BYTES;
    }

    private int transportBytes() {
        return headers.length + payload.length + pad.length + Icrc.BYTES;
    }
}
