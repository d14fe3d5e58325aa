package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.fabric.link.Reach;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What the machine knows of an address before anything is sent there: its routes, and on Linux its table of IPv4
 * neighbours. Whatever it cannot know, such as a host behind a router, is taken for reachable.
 */
final class MachineNetwork {
    /** The table of this machine. */
    static final Path NEIGHBOURS = Path.of("/proc/net/arp");

    private static final int ADDRESS = 0;
    private static final int FLAGS = 2;
    /** Of a neighbour that was asked for and has not answered. */
    private static final String INCOMPLETE = "0x0";

    private final Path neighbours;

    /**
     * @param neighbours a table as {@code /proc/net/arp}; there need not be one
     */
    MachineNetwork(Path neighbours) {
        this.neighbours = neighbours;
    }

    /**
     * {@return whether packets from a local address reach somebody}
     *
     * @param own the local address
     * @param peer of the same family
     */
    Reach reach(InetAddress own, InetSocketAddress peer) {
        if (!hasRoute(own, peer)) {
            return Reach.NO_ROUTE;
        }
        return isSilent(peer.getAddress()) ? Reach.SILENT : Reach.ANSWERS;
    }

    /** A socket that is connected looks for the route, and sends nothing. */
    private static boolean hasRoute(InetAddress own, InetSocketAddress peer) {
        StandardProtocolFamily family =
                own instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6;
        try (DatagramChannel channel = DatagramChannel.open(family)) {
            channel.bind(new InetSocketAddress(own, 0));
            return connects(channel, peer);
        } catch (IOException unknown) {
            return true;
        }
    }

    private static boolean connects(DatagramChannel channel, InetSocketAddress peer) {
        try {
            channel.connect(peer);
            return true;
        } catch (IOException noRoute) {
            return false;
        }
    }

    private boolean isSilent(InetAddress peer) {
        try (Stream<String> lines = Files.lines(neighbours)) {
            return lines.map(line -> line.trim().split("\\s+"))
                    .anyMatch(words -> words.length > FLAGS
                            && words[ADDRESS].equals(peer.getHostAddress())
                            && words[FLAGS].equals(INCOMPLETE));
        } catch (IOException unknown) {
            return false;
        }
    }
}
