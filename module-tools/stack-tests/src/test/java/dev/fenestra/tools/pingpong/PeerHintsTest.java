package dev.fenestra.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a pingpong says of the other side, and what it finds in the link of its own. */
class PeerHintsTest {
    private static final int ROCE = 4791;
    private static final int ETHERNET = 1500;

    private static PingpongOptions options(QpType service, String server, String own, int udpPort, Mtu mtu, int size)
            throws IOException {
        UdpConfig udp = UdpConfig.at(new InetSocketAddress(InetAddress.getByName(own), udpPort));
        return PingpongOptions.of(service, udp)
                .server(server.isEmpty() ? null : server)
                .size(size)
                .mtu(mtu)
                .iterations(7);
    }

    private static List<String> lines(QpType service, String server, String own, int udpPort) throws IOException {
        return new PeerHints(options(service, server, own, udpPort, Mtu.MTU_1024, 4096)).lines();
    }

    @Test
    void shouldShowAServersUserTheCommandOfAClient() throws IOException {
        assertEquals(
                List.of("  Linux peer:     ibv_rc_pingpong -d rxe0 -g 1 -m 1024 -s 4096 -n 7 -p 18515 10.9.0.2"),
                lines(QpType.RC, "", "10.9.0.2", ROCE));
    }

    @Test
    void shouldShowAClientsUserTheCommandOfTheServer() throws IOException {
        assertEquals(
                List.of("  Linux peer:     ibv_uc_pingpong -d rxe0 -g 1 -m 1024 -s 4096 -n 7 -p 18515"),
                lines(QpType.UC, "10.9.0.1", "10.9.0.2", ROCE));
    }

    @Test
    void shouldLeaveThePathMtuToTheLinkForDatagrams() throws IOException {
        assertEquals(
                List.of("  Linux peer:     ibv_ud_pingpong -d rxe0 -g 1 -s 4096 -n 7 -p 18515"),
                lines(QpType.UD, "10.9.0.1", "10.9.0.2", ROCE));
    }

    @Test
    void shouldSayWhyNothingComesFromLinuxOverIpv6() throws IOException {
        PingpongOptions options = options(QpType.RC, "", "fd00::2", ROCE, Mtu.MTU_1024, 4096);
        assertEquals(
                List.of("  Linux peer:     Linux sends UDP checksum 0 over IPv6, and a socket drops such packets"
                        + " unless it is told otherwise: use IPv4 addresses, or Linux here too and"
                        + " --enable-native-access=dev.fenestra.hw.sim"),
                new PeerHints(options, false).lines());
    }

    @Test
    void shouldShowTheCommandOverIpv6WhereTheSocketTakesPacketsWithoutAChecksum() throws IOException {
        PingpongOptions options = options(QpType.RC, "", "fd00::2", ROCE, Mtu.MTU_1024, 4096);
        assertEquals(
                List.of("  Linux peer:     ibv_rc_pingpong -d rxe0 -g INDEX_OF_ITS_IPV6_GID -m 1024 -s 4096 -n 7"
                        + " -p 18515 fd00:0:0:0:0:0:0:2"),
                new PeerHints(options, true).lines());
    }

    @Test
    void shouldSayNothingWhereOnlyFenestraCanBeThePeer() throws IOException {
        assertEquals(List.of(), lines(QpType.RC, "", "10.9.0.2", 5000));
        assertEquals(List.of(), lines(QpType.RC, "", "127.0.0.1", ROCE));
    }

    @Test
    void shouldAcceptTheLargestMtuThatFitsTheLink() throws IOException {
        PeerHints hints = new PeerHints(options(QpType.RC, "", "10.9.0.2", ROCE, Mtu.MTU_1024, 1 << 20));

        assertDoesNotThrow(() -> hints.check("eth0", ETHERNET));
    }

    @Test
    void shouldRefuseAnMtuThatDoesNotFitTheLinkAndNameTheLargest() throws IOException {
        PeerHints hints = new PeerHints(options(QpType.RC, "", "10.9.0.2", ROCE, Mtu.MTU_2048, 64));

        PingpongException refused = assertThrows(PingpongException.class, () -> hints.check("eth0", ETHERNET));

        assertEquals(
                "packets of 2048 bytes do not fit eth0, which carries 1500 with 80 of headers: use --mtu 1024 or less",
                refused.getMessage());
    }

    @Test
    void shouldRefuseADatagramThatDoesNotFitTheLink() throws IOException {
        PeerHints hints = new PeerHints(options(QpType.UD, "", "10.9.0.2", ROCE, Mtu.MTU_256, 2048));

        PingpongException refused = assertThrows(PingpongException.class, () -> hints.check("eth0", ETHERNET));

        assertEquals(
                "packets of 2048 bytes do not fit eth0, which carries 1500 with 80 of headers: use --size 1024 or less",
                refused.getMessage());
        assertThrows(PingpongException.class, () -> hints.check("tiny0", 200));
    }
}
