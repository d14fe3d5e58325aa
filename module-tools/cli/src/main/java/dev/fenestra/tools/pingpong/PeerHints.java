package dev.fenestra.tools.pingpong;

import dev.fenestra.hw.sim.roce.udp.ZeroChecksums;
import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
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

    private final PingpongOptions options;
    private final boolean isHeard;

    PeerHints(PingpongOptions options) {
        this(options, ZeroChecksums.areReceived(options.udp().bind().getAddress()));
    }

    /**
     * @param isHeard whether packets of Linux reach the own socket
     */
    PeerHints(PingpongOptions options, boolean isHeard) {
        this.options = options;
        this.isHeard = isHeard;
    }

    /**
     * {@return lines about a Linux peer: its command, or why nothing would come from it over IPv6} None for a run in
     * which the other side must be Fenestra.
     */
    List<String> lines() {
        boolean isFenestra = options.verify() || options.udp().bind().getPort() != NetworkHeaders.ROCE_PORT;
        if (isFenestra || own().isLoopbackAddress()) {
            return List.of();
        }
        return List.of(PEER + (isHeard ? command() : ZeroChecksums.WHY_NOT));
    }

    private String command() {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "ibv_%s_pingpong -d rxe0 -g %s",
                options.service().name().toLowerCase(Locale.ROOT),
                own() instanceof Inet6Address ? "INDEX_OF_ITS_IPV6_GID" : "1"));
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
        return options.udp().bind().getAddress();
    }
}
