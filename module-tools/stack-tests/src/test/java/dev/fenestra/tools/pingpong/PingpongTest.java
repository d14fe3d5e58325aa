package dev.fenestra.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableSet;
import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.tools.testing.FrameRoundTrip;
import dev.fenestra.tools.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Server and client in two threads, over real sockets on loopback. */
class PingpongTest {
    @TempDir
    private Path folder;

    private static List<List<String>> exchange(QpType service, int size, PingpongPair.Ends ends)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        return exchange(service, size, ends, UnaryOperator.identity());
    }

    private static List<List<String>> exchange(
            QpType service, int size, PingpongPair.Ends ends, UnaryOperator<PingpongOptions> ofClient)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        int port = PingpongPair.freeTcpPort();
        PingpongOptions asking = ofClient.apply(PingpongPair.options(service, size, true, port, ends.client()));
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<List<String>> server =
                    threads.submit(PingpongPair.run(PingpongPair.options(service, size, false, port, ends.server())));
            Future<List<String>> client = threads.submit(PingpongPair.retried(asking));
            return List.of(
                    server.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS),
                    client.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @CsvSource({"RC, 1", "RC, 4096", "RC, 65536", "RC, 100", "UC, 1", "UC, 4096", "UD, 1", "UD, 1024", "UD, 100"})
    void shouldExchangeCheckedMessagesOverIpv4(QpType service, int size) throws Exception {
        for (List<String> lines : exchange(service, size, PingpongPair.ipv4())) {
            PingpongPair.assertReport(lines, size);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"RC", "UC", "UD"})
    void shouldExchangeCheckedMessagesOverIpv6(QpType service) throws Exception {
        assumeTrue(PingpongPair.hasIpv6(), "this machine has no IPv6 loopback");
        for (List<String> lines : exchange(service, 1000, PingpongPair.ipv6())) {
            PingpongPair.assertReport(lines, 1000);
        }
    }

    /** One side hands the system joined packets, the other takes them one by one, and the reverse. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true"})
    void shouldExchangeCheckedMessagesWithGso(boolean server, boolean client) throws Exception {
        assumeTrue(System.getProperty("os.name").startsWith("Linux"), "UDP_SEGMENT is an option of Linux");
        PingpongPair.Ends plain = PingpongPair.ipv4();
        PingpongPair.Ends ends = new PingpongPair.Ends(
                server ? plain.server().withGso() : plain.server(),
                client ? plain.client().withGso() : plain.client());
        for (List<String> lines : exchange(QpType.RC, 65_536, ends)) {
            PingpongPair.assertReport(lines, 65_536);
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
        PingpongPair.Ends ends = PingpongPair.ipv4();
        int port = PingpongPair.freeTcpPort();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<List<String>> server = threads.submit(
                    PingpongPair.run(PingpongPair.options(QpType.RC, size, false, port, ends.server(), chosen)));
            Future<List<String>> client = threads.submit(
                    PingpongPair.retried(PingpongPair.options(QpType.RC, size, true, port, ends.client(), chosen)));
            // What stops a client leaves its server waiting, so the client's reason is shown.
            for (Future<List<String>> side : List.of(client, server)) {
                List<String> lines = side.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
                PingpongPair.assertReport(lines.subList(0, 4), size);
                assertEquals(chosen.contains(RcOption.TIMESTAMPS) ? 3 : 0, lines.size() - 4, lines.toString());
            }
        }
    }

    @Test
    void shouldTellEachSideTheAddressOfTheOther() throws Exception {
        List<List<String>> reports = exchange(QpType.RC, 64, PingpongPair.ipv4());
        String serversOwn = reports.get(0).get(0).replaceFirst(".*LID", "LID");
        String serverSeen = reports.get(1).get(1).replaceFirst(".*LID", "LID");
        assertEquals(serversOwn, serverSeen);
        assertTrue(serversOwn.endsWith("GID ::ffff:127.0.0.1"), serversOwn);
    }

    @Test
    void shouldRecoverWhatItsPlanLosesAndCaptureIt() throws Exception {
        Path file = folder.resolve("client.pcapng");
        FaultPlan plan = FaultPlan.of(Fault.at(FaultAction.DROP, PacketMatch.ANY, 1));

        List<String> client = exchange(
                        QpType.RC,
                        64,
                        PingpongPair.ipv4(),
                        options -> options.capture(file).faults(plan))
                .getLast();

        List<CapturedFrames.Captured> packets = CapturedFrames.packets(Files.readAllBytes(file));
        FrameRoundTrip trip = new FrameRoundTrip();
        for (CapturedFrames.Captured packet : packets) {
            trip.check(packet.bytes(), packet.comment());
        }
        List<String> comments =
                packets.stream().map(CapturedFrames.Captured::comment).toList();
        assertEquals(comments.size() + " packets in " + file, client.getLast());
        assertTrue(comments.get(0).endsWith(" SEND wr_id=2 -> lost: the link dropped it"), comments.get(0));
        assertTrue(comments.get(1).endsWith(", sent again -> left for another machine"), comments.get(1));
        assertTrue(comments.contains("from another machine -> accepted"), comments.toString());
    }
}
