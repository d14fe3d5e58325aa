package dev.fenestra.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableSet;
import dev.fenestra.hw.sim.roce.udp.Addresses;
import dev.fenestra.hw.sim.roce.udp.IcrcCheck;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.testing.Patience;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Callable;

/** The two sides of a pingpong in this process, and what each of them prints. */
final class PingpongPair {
    static final int ITERATIONS = 20;
    /** A message of this size is waited for by completion events. */
    static final int WITH_EVENTS = 100;

    private PingpongPair() {}

    /** Both sides' ends on the network. */
    record Ends(Side server, Side client) {}

    record Side(UdpConfig udp, InetSocketAddress peer) {
        Side withGso() {
            return new Side(udp.withGso(true), peer);
        }
    }

    static int freeTcpPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static InetSocketAddress free(InetAddress address) throws SocketException {
        try (DatagramSocket socket = new DatagramSocket(0, address)) {
            return new InetSocketAddress(address, socket.getLocalPort());
        }
    }

    static Ends ipv4() throws IOException {
        InetSocketAddress server = free(InetAddress.getByName("127.0.0.1"));
        InetSocketAddress client = free(InetAddress.getByName("127.0.0.2"));
        return new Ends(new Side(UdpConfig.at(server), client), new Side(UdpConfig.at(client), server));
    }

    /** There is one ::1, so the ports have GIDs of their own and are told where the other one is. */
    static Ends ipv6() throws IOException {
        InetAddress loopback = InetAddress.getByName("::1");
        InetSocketAddress server = free(loopback);
        InetSocketAddress client = free(loopback);
        return new Ends(
                new Side(UdpConfig.at(server).withGid(gid("fd09::1")), client),
                new Side(UdpConfig.at(client).withGid(gid("fd09::2")), server));
    }

    private static PortGid gid(String address) throws UnknownHostException {
        return Addresses.gid(InetAddress.getByName(address));
    }

    static boolean hasIpv6() {
        try {
            return free(InetAddress.getByName("::1")).getPort() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    static PingpongOptions options(QpType service, int size, boolean isClient, int port, Side side) {
        return options(service, size, isClient, port, side, ImmutableSet.of());
    }

    static PingpongOptions options(
            QpType service, int size, boolean isClient, int port, Side side, ImmutableSet<RcOption> rcOptions) {
        return PingpongOptions.of(service, side.udp().withCheck(IcrcCheck.STRICT))
                .peer(side.peer())
                .server(isClient ? side.udp().bind().getAddress().getHostAddress() : null)
                .tcpPort(port)
                .size(size)
                .receives(50)
                .iterations(ITERATIONS)
                .useEvents(size == WITH_EVENTS)
                .verify(true)
                .rcOptions(rcOptions);
    }

    static Callable<List<String>> run(PingpongOptions options) {
        return () -> {
            StringWriter printed = new StringWriter();
            new Pingpong(options, new PrintWriter(printed), System::nanoTime).run();
            return printed.toString().lines().toList();
        };
    }

    /** The client asks until the server listens. */
    static Callable<List<String>> retried(PingpongOptions options) {
        return () -> {
            long start = System.nanoTime();
            while (true) {
                try {
                    return run(options).call();
                } catch (PingpongException e) {
                    boolean isEarly = String.valueOf(e.getMessage()).startsWith("Couldn't connect");
                    if (!isEarly || System.nanoTime() - start > Patience.LIMIT.toNanos()) {
                        throw e;
                    }
                }
            }
        };
    }

    static void assertReport(List<String> lines, int size) {
        assertEquals(4, lines.size(), lines.toString());
        String hex = "0x[0-9a-f]{6}";
        assertTrue(
                lines.get(0)
                        .matches("  local address:  LID 0x0000, QPN " + hex + ", PSN " + hex + "[,:] GID [0-9a-f:.]+"),
                lines.get(0));
        assertTrue(
                lines.get(1)
                        .matches("  remote address: LID 0x0000, QPN " + hex + ", PSN " + hex + "[,:] GID [0-9a-f:.]+"),
                lines.get(1));
        assertTrue(
                lines.get(2).matches(2 * ITERATIONS * size + " bytes in [0-9]+\\.[0-9]{2} seconds = [0-9.]+ Mbit/sec"),
                lines.get(2));
        assertTrue(
                lines.get(3).matches(ITERATIONS + " iters in [0-9]+\\.[0-9]{2} seconds = [0-9.]+ usec/iter"),
                lines.get(3));
    }
}
