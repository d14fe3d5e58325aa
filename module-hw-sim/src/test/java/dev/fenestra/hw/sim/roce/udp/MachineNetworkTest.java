package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.link.Reach;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine knows of its neighbours. Loopback addresses stand for a network here. */
class MachineNetworkTest {
    private static final String TABLE = """
            IP address       HW type     Flags       HW address            Mask     Device
            127.0.0.8        0x1         0x0         00:00:00:00:00:00     *        eth0
            127.0.0.9        0x1         0x2         52:54:00:12:34:56     *        eth0
            """;

    @TempDir
    private Path folder;

    private static InetAddress loopback(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    private Reach reach(Path table, InetAddress peer) throws IOException {
        return new MachineNetwork(table).reach(loopback(1), new InetSocketAddress(peer, 4791));
    }

    @Test
    void shouldTakeANeighbourThatDoesNotAnswerForSilent() throws IOException {
        Path table = Files.writeString(folder.resolve("arp"), TABLE);

        assertEquals(Reach.SILENT, reach(table, loopback(8)));
        assertEquals(Reach.ANSWERS, reach(table, loopback(9)));
    }

    @Test
    void shouldTakeForReachableWhatItCannotKnow() throws IOException {
        Path table = Files.writeString(folder.resolve("arp"), TABLE);

        assertEquals(Reach.ANSWERS, reach(table, loopback(7)));
        assertEquals(Reach.ANSWERS, reach(folder.resolve("none"), loopback(8)));
    }

    /** Broadcasts need a permission that the socket does not ask for, so no route leads there. */
    @Test
    void shouldFindNoRouteToAnAddressThatASocketCannotSendTo() throws IOException {
        InetAddress all = InetAddress.getByAddress(new byte[] {-1, -1, -1, -1});

        assertEquals(Reach.NO_ROUTE, reach(folder.resolve("none"), all));
    }
}
