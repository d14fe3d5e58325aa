package dev.fenestra.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableSet;
import dev.fenestra.hw.sim.device.KeyPolicy;
import dev.fenestra.hw.sim.fabric.Fault;
import dev.fenestra.hw.sim.fabric.FaultAction;
import dev.fenestra.hw.sim.fabric.FaultPlan;
import dev.fenestra.hw.sim.fabric.PacketMatch;
import dev.fenestra.hw.sim.udp.Addresses;
import dev.fenestra.hw.sim.udp.IcrcCheck;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.CapturedFrames;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Server and client in two threads, over real sockets on loopback. */
class PingpongTest {
    private static final int ITERATIONS = 20;
    /** A message of this size is waited for by completion events. */
    private static final int WITH_EVENTS = 100;

    @TempDir
    private Path folder;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Both sides' ends on the network. */
    private record Ends(Side server, Side client) {}

    private record Side(
            InetSocketAddress bind, Optional<InetAddress> gid, Optional<InetSocketAddress> peer, boolean gso) {
        Side withGso() {
            return new Side(bind, gid, peer, true);
        }
    }

    private static int freeTcpPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static InetSocketAddress free(InetAddress address) throws SocketException {
        try (DatagramSocket socket = new DatagramSocket(0, address)) {
            return new InetSocketAddress(address, socket.getLocalPort());
        }
    }

    private static Ends ipv4() throws IOException {
        InetSocketAddress server = free(InetAddress.getByName("127.0.0.1"));
        InetSocketAddress client = free(InetAddress.getByName("127.0.0.2"));
        return new Ends(
                new Side(server, Optional.empty(), Optional.of(client), false),
                new Side(client, Optional.empty(), Optional.of(server), false));
    }

    /** There is one ::1, so the ports have GIDs of their own and are told where the other one is. */
    private static Ends ipv6() throws IOException {
        InetAddress loopback = InetAddress.getByName("::1");
        InetSocketAddress server = free(loopback);
        InetSocketAddress client = free(loopback);
        return new Ends(
                new Side(server, Optional.of(InetAddress.getByName("fd09::1")), Optional.of(client), false),
                new Side(client, Optional.of(InetAddress.getByName("fd09::2")), Optional.of(server), false));
    }

    private static boolean hasIpv6() {
        try {
            return free(InetAddress.getByName("::1")).getPort() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static PingpongOptions options(QpType service, int size, boolean isClient, int port, Side side) {
        return options(service, size, isClient, port, side, ImmutableSet.of());
    }

    private static PingpongOptions options(
            QpType service, int size, boolean isClient, int port, Side side, ImmutableSet<RcOption> rcOptions) {
        return new PingpongOptions(
                service,
                isClient ? Optional.of(side.bind().getAddress().getHostAddress()) : Optional.empty(),
                Optional.empty(),
                port,
                size,
                Mtu.MTU_1024,
                50,
                ITERATIONS,
                size == WITH_EVENTS,
                false,
                true,
                rcOptions,
                side.bind(),
                side.peer(),
                side.gid(),
                IcrcCheck.STRICT,
                side.gso(),
                Optional.empty(),
                FaultPlan.NONE,
                new KeyPolicy.ByLink(),
                PATIENCE);
    }

    private static Callable<List<String>> run(PingpongOptions options) {
        return () -> {
            StringWriter printed = new StringWriter();
            new Pingpong(options, new PrintWriter(printed), System::nanoTime).run();
            return printed.toString().lines().toList();
        };
    }

    /** The client asks until the server listens. */
    private static Callable<List<String>> retried(PingpongOptions options) {
        return () -> {
            long start = System.nanoTime();
            while (true) {
                try {
                    return run(options).call();
                } catch (PingpongException e) {
                    boolean isEarly = String.valueOf(e.getMessage()).startsWith("Couldn't connect");
                    if (!isEarly || System.nanoTime() - start > PATIENCE.toNanos()) {
                        throw e;
                    }
                }
            }
        };
    }

    private static List<List<String>> exchange(QpType service, int size, Ends ends)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        return exchange(service, size, ends, Optional.empty(), FaultPlan.NONE);
    }

    /** Only the client captures, and only its packets get lost. */
    private static List<List<String>> exchange(
            QpType service, int size, Ends ends, Optional<Path> capture, FaultPlan faults)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        int port = freeTcpPort();
        PingpongOptions asking =
                options(service, size, true, port, ends.client()).with(capture, faults);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<List<String>> server = threads.submit(run(options(service, size, false, port, ends.server())));
            Future<List<String>> client = threads.submit(retried(asking));
            return List.of(
                    server.get(PATIENCE.toSeconds(), TimeUnit.SECONDS),
                    client.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }
    }

    private static void assertReport(List<String> lines, int size) {
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

    @ParameterizedTest
    @CsvSource({"RC, 1", "RC, 4096", "RC, 65536", "RC, 100", "UC, 1", "UC, 4096", "UD, 1", "UD, 1024", "UD, 100"})
    void shouldExchangeCheckedMessagesOverIpv4(QpType service, int size) throws Exception {
        for (List<String> lines : exchange(service, size, ipv4())) {
            assertReport(lines, size);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"RC", "UC", "UD"})
    void shouldExchangeCheckedMessagesOverIpv6(QpType service) throws Exception {
        assumeTrue(hasIpv6(), "this machine has no IPv6 loopback");
        for (List<String> lines : exchange(service, 1000, ipv6())) {
            assertReport(lines, 1000);
        }
    }

    /** One side hands the system joined packets, the other takes them one by one, and the reverse. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true"})
    void shouldExchangeCheckedMessagesWithGso(boolean server, boolean client) throws Exception {
        assumeTrue(System.getProperty("os.name").startsWith("Linux"), "UDP_SEGMENT is an option of Linux");
        Ends plain = ipv4();
        Ends ends = new Ends(
                server ? plain.server().withGso() : plain.server(),
                client ? plain.client().withGso() : plain.client());
        for (List<String> lines : exchange(QpType.RC, 65_536, ends)) {
            assertReport(lines, 65_536);
        }
    }

    /** A buffer on demand or on the card carries the same bytes; messages of 100 bytes are waited for by events. */
    @ParameterizedTest
    @CsvSource({
        "4096, ON_DEMAND",
        "65536, ON_DEMAND PREFETCH NEW_SEND",
        "100, IMPLICIT",
        "9000, IMPLICIT PREFETCH TIMESTAMPS",
        "4096, DEVICE_MEMORY",
        "100, DEVICE_MEMORY TIMESTAMPS NEW_SEND",
        "100, NEW_SEND",
        "1, TIMESTAMPS"
    })
    void shouldExchangeCheckedMessagesWithTheOptionsOfRc(int size, String names) throws Exception {
        ImmutableSet<RcOption> chosen =
                Arrays.stream(names.split(" ")).map(RcOption::valueOf).collect(ImmutableSet.toImmutableSet());
        Ends ends = ipv4();
        int port = freeTcpPort();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<List<String>> server =
                    threads.submit(run(options(QpType.RC, size, false, port, ends.server(), chosen)));
            Future<List<String>> client =
                    threads.submit(retried(options(QpType.RC, size, true, port, ends.client(), chosen)));
            // What stops a client leaves its server waiting, so the client's reason is shown.
            for (Future<List<String>> side : List.of(client, server)) {
                List<String> lines = side.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertReport(lines.subList(0, 4), size);
                assertEquals(chosen.contains(RcOption.TIMESTAMPS) ? 3 : 0, lines.size() - 4, lines.toString());
            }
        }
    }

    @Test
    void shouldMeasureTheTimeBetweenReceivesAcrossTheEndOfTheClock() {
        ReceiveTimes times = new ReceiveTimes(0xff);
        times.received(0xf0);
        assertEquals(List.of(), times.lines());
        times.received(0xf5);
        times.received(0x02);
        assertEquals(
                List.of(
                        "Max receive completion clock cycles = 13",
                        "Min receive completion clock cycles = 5",
                        "Average receive completion clock cycles = 9.000000"),
                times.lines());
    }

    @Test
    void shouldTellEachSideTheAddressOfTheOther() throws Exception {
        List<List<String>> reports = exchange(QpType.RC, 64, ipv4());
        String serversOwn = reports.get(0).get(0).replaceFirst(".*LID", "LID");
        String serverSeen = reports.get(1).get(1).replaceFirst(".*LID", "LID");
        assertEquals(serversOwn, serverSeen);
        assertTrue(serversOwn.endsWith("GID ::ffff:127.0.0.1"), serversOwn);
    }

    @Test
    void shouldRecoverWhatItsPlanLosesAndCaptureIt() throws Exception {
        Path file = folder.resolve("client.pcapng");
        FaultPlan plan = FaultPlan.of(Fault.at(FaultAction.DROP, PacketMatch.ANY, 1));

        List<String> client =
                exchange(QpType.RC, 64, ipv4(), Optional.of(file), plan).getLast();

        List<String> comments = CapturedFrames.packets(Files.readAllBytes(file)).stream()
                .map(CapturedFrames.Captured::comment)
                .toList();
        assertEquals(comments.size() + " packets in " + file, client.getLast());
        assertTrue(comments.get(0).endsWith(" SEND wr_id=2 -> lost: the link dropped it"), comments.get(0));
        assertTrue(comments.get(1).endsWith(", sent again -> left for another machine"), comments.get(1));
        assertTrue(comments.contains("from another machine -> accepted"), comments.toString());
    }

    @Test
    void shouldSayWhatBecameOfTheDatagramsWhenItFails() throws Exception {
        int port = freeTcpPort();
        Destination deaf = new Destination(0, 0x40, 1, new Gid(0, 0xffff_7f000001L));
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Destination> server =
                    threads.submit(() -> Handshake.answer(Optional.empty(), port, deaf, peer -> {}, PATIENCE));
            Future<List<String>> client = threads.submit(retried(options(QpType.RC, 64, true, port, ipv4().client())));

            ExecutionException failed =
                    assertThrows(ExecutionException.class, () -> client.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));

            String message = String.valueOf(failed.getCause().getMessage());
            assertTrue(message.matches("Failed status RETRY_EXC_ERR .*\\. Datagrams: 8 sent, 0 received"), message);
            assertEquals(0, server.get().lid());
        }
    }

    @Test
    void shouldSayThatACaptureCannotBeWritten() throws IOException {
        PingpongOptions options =
                options(QpType.RC, 64, true, freeTcpPort(), ipv4().client()).with(Optional.of(folder), FaultPlan.NONE);
        PingpongException refused =
                assertThrows(PingpongException.class, () -> run(options).call());
        assertTrue(String.valueOf(refused.getMessage()).startsWith("Couldn't write " + folder), refused.getMessage());
    }

    @Test
    void shouldSayThatNobodyListens() throws IOException {
        PingpongOptions options = options(QpType.RC, 64, true, freeTcpPort(), ipv4().client());
        PingpongException refused =
                assertThrows(PingpongException.class, () -> run(options).call());
        assertNotNull(refused.getMessage());
        assertTrue(refused.getMessage().startsWith("Couldn't connect to 127.0.0.2:"), refused.getMessage());
    }

    @Test
    void shouldSayThatTheUdpPortIsTaken() throws IOException {
        Side side = ipv4().client();
        try (DatagramSocket taken = new DatagramSocket(side.bind())) {
            PingpongOptions options = options(QpType.RC, 64, true, taken.getLocalPort(), side);
            PingpongException refused =
                    assertThrows(PingpongException.class, () -> run(options).call());
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
            int port = freeTcpPort();
            dev.fenestra.hw.sim.wire.Gid gid = Addresses.gid(InetAddress.getByName(address));
            try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
                Future<List<String>> server = threads.submit(run(options(service, 64, false, port, ipv4().server())));
                Future<Destination> client = threads.submit(asking(port, strange(new Gid(gid.high(), gid.low()))));

                ExecutionException failed = assertThrows(
                        ExecutionException.class, () -> server.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
                VerbsException refused = assertInstanceOf(VerbsException.class, failed.getCause());
                assertEquals(rule, refused.rule().id());
                assertThrows(ExecutionException.class, () -> client.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            }
        }
    }

    private static Callable<Destination> asking(int port, Destination own) {
        return () -> {
            long start = System.nanoTime();
            while (true) {
                try {
                    return Handshake.ask("127.0.0.1", port, own, PATIENCE);
                } catch (PingpongException e) {
                    boolean isEarly = String.valueOf(e.getMessage()).contains("refused");
                    if (!isEarly || System.nanoTime() - start > PATIENCE.toNanos()) {
                        throw e;
                    }
                }
            }
        };
    }

    @Test
    void shouldRefuseAServerWhoseAddressNoPathLeadsTo() throws Exception {
        int port = freeTcpPort();
        Destination server = strange(new Gid(0xfd09_0000_0000_0000L, 1));
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Destination> answered =
                    threads.submit(() -> Handshake.answer(Optional.empty(), port, server, peer -> {}, PATIENCE));
            Future<List<String>> client = threads.submit(retried(options(QpType.UD, 64, true, port, ipv4().client())));
            ExecutionException failed =
                    assertThrows(ExecutionException.class, () -> client.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            assertEquals(
                    "PATH-2",
                    assertInstanceOf(VerbsException.class, failed.getCause())
                            .rule()
                            .id());
            assertEquals(0, answered.get().lid());
        }
    }
}
