package dev.fenestra.hw.sim.roce.wire;

import java.util.Arrays;
import java.util.Optional;

/** Parses one frame from the outside in. Every layer checks its length before the next one is parsed. */
final class RoceFrameParser {
    private final byte[] frame;
    private final int at;
    private final int end;
    private final int ipAt;

    RoceFrameParser(byte[] frame, int at, int length) {
        this.frame = frame;
        this.at = at;
        this.end = at + length;
        this.ipAt = at + EthernetHeader.BYTES;
    }

    Optional<RoceFrame> parse() {
        if (end < ipAt) {
            return Optional.empty();
        }
        return switch (EthernetHeader.type(frame, at)) {
            case EthernetHeader.IPV4 -> parseIpv4();
            case EthernetHeader.IPV6 -> parseIpv6();
            default -> Optional.empty();
        };
    }

    boolean isToRocePort() {
        if (end < ipAt) {
            return false;
        }
        return switch (EthernetHeader.type(frame, at)) {
            case EthernetHeader.IPV4 ->
                end >= ipAt + Ipv4Header.BYTES
                        && Ipv4Header.isPlainUdp(frame, ipAt)
                        && isRocePort(ipAt + Ipv4Header.BYTES);
            case EthernetHeader.IPV6 ->
                end >= ipAt + Ipv6Header.BYTES
                        && Ipv6Header.isPlainUdp(frame, ipAt)
                        && isRocePort(ipAt + Ipv6Header.BYTES);
            default -> false;
        };
    }

    private boolean isRocePort(int udpAt) {
        return end >= udpAt + UdpHeader.BYTES && UdpHeader.destinationPort(frame, udpAt) == NetworkHeaders.ROCE_PORT;
    }

    private Optional<RoceFrame> parseIpv4() {
        if (end < ipAt + Ipv4Header.BYTES || !Ipv4Header.isPlainUdp(frame, ipAt)) {
            return Optional.empty();
        }
        PortGid source = PortGid.ofIpv4(Ipv4Header.source(frame, ipAt));
        PortGid destination = PortGid.ofIpv4(Ipv4Header.destination(frame, ipAt));
        int udpBytes = Ipv4Header.totalLength(frame, ipAt) - Ipv4Header.BYTES;
        return parseUdp(source, destination, Ipv4Header.fields(frame, ipAt), true, udpBytes);
    }

    private Optional<RoceFrame> parseIpv6() {
        if (end < ipAt + Ipv6Header.BYTES || !Ipv6Header.isPlainUdp(frame, ipAt)) {
            return Optional.empty();
        }
        PortGid source = Ipv6Header.source(frame, ipAt);
        PortGid destination = Ipv6Header.destination(frame, ipAt);
        int udpBytes = Ipv6Header.payloadLength(frame, ipAt);
        return parseUdp(source, destination, Ipv6Header.fields(frame, ipAt), false, udpBytes);
    }

    private Optional<RoceFrame> parseUdp(
            PortGid source, PortGid destination, IpFields ip, boolean overIpv4, int udpBytes) {
        int ipBytes = overIpv4 ? Ipv4Header.BYTES : Ipv6Header.BYTES;
        int udpAt = ipAt + ipBytes;
        if (udpBytes < UdpHeader.BYTES + Bth.BYTES + Icrc.BYTES
                || end < udpAt + udpBytes
                || UdpHeader.length(frame, udpAt) != udpBytes
                || UdpHeader.destinationPort(frame, udpAt) != NetworkHeaders.ROCE_PORT) {
            return Optional.empty();
        }
        int bthAt = udpAt + UdpHeader.BYTES;
        int icrcAt = udpAt + udpBytes - Icrc.BYTES;
        int payloadAt = bthAt + Math.max(Bth.BYTES, WireOpcode.headerBytesOf(Bth.opcode(frame, bthAt)));
        int padAt = icrcAt - Bth.padCount(frame, bthAt);
        if (padAt < payloadAt) {
            return Optional.empty();
        }
        int icrc = Icrc.read(frame, icrcAt);
        return Optional.of(new RoceFrame(
                EthernetHeader.destination(frame, at),
                EthernetHeader.source(frame, at),
                source,
                destination,
                overIpv4,
                ip,
                overIpv4 ? Ipv4Header.checksumIn(frame, ipAt) : 0,
                UdpHeader.sourcePort(frame, udpAt),
                UdpHeader.checksum(frame, udpAt),
                Arrays.copyOfRange(frame, bthAt, payloadAt),
                Arrays.copyOfRange(frame, payloadAt, padAt),
                Arrays.copyOfRange(frame, padAt, icrcAt),
                icrc,
                icrc == new Icrc().compute(frame, ipAt, ipBytes, icrcAt - ipAt)));
    }
}
