package dev.fenestra.hw.sim.wire;

import java.util.Optional;

/**
 * A RoCEv2 frame taken apart, for tools and tests. {@link RoceFrameWriter} makes frames without allocation.
 *
 * @param destinationMac 48 bits
 * @param sourceMac 48 bits
 * @param sourcePort UDP source port
 * @param udpChecksum as sent; 0 for none
 * @param headers the BTH and the headers behind it; the BTH alone when {@link WireOpcode} does not know the opcode
 * @param payload without pad bytes
 * @param icrc as sent
 * @param icrcValid whether {@code icrc} is the ICRC of the frame
 */
public record RoceFrame(
        long destinationMac,
        long sourceMac,
        Gid source,
        Gid destination,
        IpFields ip,
        int sourcePort,
        int udpChecksum,
        byte[] headers,
        byte[] payload,
        int icrc,
        boolean icrcValid) {

    /**
     * Takes a frame apart. Empty when it is not RoCEv2: not IP, cut short, a fragment, with IP options, not to the
     * RoCEv2 port, or too short for its opcode and pad count. The IPv4 checksum is not looked at: a capture may show a
     * frame before the card filled it in.
     */
    public static Optional<RoceFrame> parse(byte[] frame, int at, int length) {
        return new RoceFrameParser(frame, at, length).parse();
    }

    public int opcode() {
        return Bth.opcode(headers, 0);
    }

    /** Bytes of the whole frame, from the MAC addresses to the ICRC. */
    public int bytes() {
        return EthernetHeader.BYTES + ipBytes() + UdpHeader.BYTES + transportBytes();
    }

    /** Writes the frame as it was, with its own ICRC, right or wrong. Pad bytes are zeros. Returns {@link #bytes()}. */
    public int write(byte[] out, int at) {
        int type = ipBytes() == Ipv4Header.BYTES ? EthernetHeader.IPV4 : EthernetHeader.IPV6;
        EthernetHeader.write(out, at, destinationMac, sourceMac, type);
        int bthAt = at
                + EthernetHeader.BYTES
                + NetworkHeaders.write(
                        out,
                        at + EthernetHeader.BYTES,
                        ip,
                        source.high(),
                        source.low(),
                        destination.high(),
                        destination.low(),
                        sourcePort,
                        udpChecksum,
                        transportBytes());
        System.arraycopy(headers, 0, out, bthAt, headers.length);
        System.arraycopy(payload, 0, out, bthAt + headers.length, payload.length);
        int padAt = bthAt + headers.length + payload.length;
        int icrcAt = Padding.write(out, padAt, Bth.padCount(headers, 0));
        Icrc.write(out, icrcAt, icrc);
        return icrcAt + Icrc.BYTES - at;
    }

    private int ipBytes() {
        return NetworkHeaders.ipBytes(source.high(), source.low(), destination.high(), destination.low());
    }

    private int transportBytes() {
        return headers.length + payload.length + Bth.padCount(headers, 0) + Icrc.BYTES;
    }
}
