package dev.fenestra.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.roce.udp.Addresses;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.Patience;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pingpong that cannot begin, or cannot go on, says why. */
class PingpongRefusalTest {
    @TempDir
    private Path folder;

    @Test
    void shouldSayWhatBecameOfTheDatagramsWhenItFails() throws Exception {
        int port = PingpongPair.freeTcpPort();
        Destination deaf = new Destination(0, 0x40, 1, new Gid(0, 0xffff_7f000001L));
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Destination> server =
                    threads.submit(() -> Handshake.answer(Optional.empty(), port, deaf, peer -> {}, Patience.LIMIT));
            Future<List<String>> client = threads.submit(PingpongPair.retried(PingpongPair.options(
                    QpType.RC, 64, true, port, PingpongPair.ipv4().client())));

            ExecutionException failed = assertThrows(
                    ExecutionException.class, () -> client.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS));

            String message = String.valueOf(failed.getCause().getMessage());
            assertTrue(message.matches("Failed status RETRY_EXC_ERR .*\\. Datagrams: 8 sent, 0 received"), message);
            assertEquals(0, server.get().lid());
        }
    }

    @Test
    void shouldSayThatACaptureCannotBeWritten() throws IOException {
        PingpongOptions options = PingpongPair.options(
                        QpType.RC,
                        64,
                        true,
                        PingpongPair.freeTcpPort(),
                        PingpongPair.ipv4().client())
                .capture(folder);
        PingpongException refused = assertThrows(
                PingpongException.class, () -> PingpongPair.run(options).call());
        assertTrue(String.valueOf(refused.getMessage()).startsWith("Couldn't write " + folder), refused.getMessage());
    }

    @Test
    void shouldSayThatNobodyListens() throws IOException {
        PingpongOptions options = PingpongPair.options(
                QpType.RC,
                64,
                true,
                PingpongPair.freeTcpPort(),
                PingpongPair.ipv4().client());
        PingpongException refused = assertThrows(
                PingpongException.class, () -> PingpongPair.run(options).call());
        assertNotNull(refused.getMessage());
        assertTrue(refused.getMessage().startsWith("Couldn't connect to 127.0.0.2:"), refused.getMessage());
    }

    @Test
    void shouldSayThatTheUdpPortIsTaken() throws IOException {
        PingpongPair.Side side = PingpongPair.ipv4().client();
        try (DatagramSocket taken = new DatagramSocket(side.udp().bind())) {
            PingpongOptions options = PingpongPair.options(QpType.RC, 64, true, taken.getLocalPort(), side);
            PingpongException refused = assertThrows(
                    PingpongException.class, () -> PingpongPair.run(options).call());
            assertTrue(String.valueOf(refused.getMessage()).startsWith("Couldn't bind UDP"), refused.getMessage());
        }
    }

    private static Destination strange(Gid gid) {
        return new Destination(0, 0x40, 1, gid);
    }

    /** None of them may end the thread that drives the device, or be sent to. */
    @ParameterizedTest
    @CsvSource({
        "::1, PATH-2",
        "fd09::1, PATH-2",
        "fe80::1, PATH-2",
        "0.0.0.0, PATH-1",
        "255.255.255.255, PATH-1",
        "::, PATH-1"
    })
    void shouldRefuseAClientWhoseAddressNoPathLeadsTo(String address, String rule) throws Exception {
        for (QpType service : List.of(QpType.RC, QpType.UD)) {
            int port = PingpongPair.freeTcpPort();
            dev.fenestra.hw.sim.roce.wire.PortGid gid = Addresses.gid(InetAddress.getByName(address));
            try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
                Future<List<String>> server = threads.submit(PingpongPair.run(PingpongPair.options(
                        service, 64, false, port, PingpongPair.ipv4().server())));
                Future<Destination> client = threads.submit(asking(port, strange(new Gid(gid.high(), gid.low()))));

                ExecutionException failed = assertThrows(
                        ExecutionException.class, () -> server.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS));
                VerbsException refused = assertInstanceOf(VerbsException.class, failed.getCause());
                assertEquals(rule, refused.rule().id());
                assertThrows(ExecutionException.class, () -> client.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS));
            }
        }
    }

    private static Callable<Destination> asking(int port, Destination own) {
        return () -> {
            long start = System.nanoTime();
            while (true) {
                try {
                    return Handshake.ask("127.0.0.1", port, own, Patience.LIMIT);
                } catch (PingpongException e) {
                    boolean isEarly = String.valueOf(e.getMessage()).contains("refused");
                    if (!isEarly || System.nanoTime() - start > Patience.LIMIT.toNanos()) {
                        throw e;
                    }
                }
            }
        };
    }

    @Test
    void shouldRefuseAServerWhoseAddressNoPathLeadsTo() throws Exception {
        int port = PingpongPair.freeTcpPort();
        Destination server = strange(new Gid(0xfd09_0000_0000_0000L, 1));
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Destination> answered =
                    threads.submit(() -> Handshake.answer(Optional.empty(), port, server, peer -> {}, Patience.LIMIT));
            Future<List<String>> client = threads.submit(PingpongPair.retried(PingpongPair.options(
                    QpType.UD, 64, true, port, PingpongPair.ipv4().client())));
            ExecutionException failed = assertThrows(
                    ExecutionException.class, () -> client.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS));
            assertEquals(
                    "PATH-2",
                    assertInstanceOf(VerbsException.class, failed.getCause())
                            .rule()
                            .id());
            assertEquals(0, answered.get().lid());
        }
    }
}
