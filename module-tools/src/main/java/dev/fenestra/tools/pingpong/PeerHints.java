package dev.fenestra.tools.pingpong;

import dev.fenestra.hw.sim.wire.NetworkHeaders;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the user of the other side should know, and what this side's link can carry. */
final class PeerHints {
    /** All headers that a packet can have, as soft-RoCE counts them (rxe_hdr.h, RXE_MAX_HDR_LENGTH). */
    private static final int HEADER_BYTES = 80;

    private static final String PEER = "  Linux peer:     ";
    private static final String NO_IPV6 =
            "not over IPv6, where Linux sends UDP checksum 0 and sockets drop such packets;" + " use IPv4 addresses";

    private final PingpongOptions options;

    PeerHints(PingpongOptions options) {
        this.options = options;
    }

    /**
     * {@return lines about a Linux peer: its command, and over IPv6 why nothing would come from it} None for a run in
     * which the other side must be Fenestra.
     */
    List<String> lines() {
        boolean isFenestra = options.verify() || options.bind().getPort() != NetworkHeaders.ROCE_PORT;
        if (isFenestra || own().isLoopbackAddress()) {
            return List.of();
        }
        return own() instanceof Inet6Address ? List.of(PEER + NO_IPV6) : List.of(PEER + command());
    }

    private String command() {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "ibv_%s_pingpong -d rxe0 -g 1",
                options.service().name().toLowerCase(Locale.ROOT)));
        if (options.service() != QpType.UD) {
            line.append(" -m ").append(options.mtu().bytes());
        }
        line.append(" -s ").append(options.size()).append(" -n ").append(options.iterations());
        line.append(" -p ").append(options.tcpPort());
        if (options.server().isEmpty()) {
            line.append(' ').append(own().getHostAddress());
        }
        return line.toString();
    }

    /**
     * Looks at the link of the own address.
     *
     * @throws PingpongException when its frames are too short for the path MTU
     */
    void checkLink() throws PingpongException {
        try {
            NetworkInterface link = NetworkInterface.getByInetAddress(own());
            if (link != null) {
                check(link.getName(), link.getMTU());
            }
        } catch (SocketException _) {
            // Nothing is known of the link. The system refuses what it cannot send.
        }
    }

    /** The same for a link of which this is known. */
    void check(String name, int bytes) throws PingpongException {
        int asked =
                options.service() == QpType.UD ? options.size() : options.mtu().bytes();
        if (bytes - HEADER_BYTES >= asked) {
            return;
        }
        Optional<Mtu> largest = Optional.empty();
        for (Mtu mtu : Mtu.values()) {
            largest = mtu.bytes() <= bytes - HEADER_BYTES ? Optional.of(mtu) : largest;
        }
        throw new PingpongException(String.format(
                "packets of %d bytes do not fit %s, which carries %d with %d of headers: use %s %s",
                asked,
                name,
                bytes,
                HEADER_BYTES,
                options.service() == QpType.UD ? "--size" : "--mtu",
                largest.map(mtu -> mtu.bytes() + " or less").orElse("another link")));
    }

    private InetAddress own() {
        return options.bind().getAddress();
    }
}
