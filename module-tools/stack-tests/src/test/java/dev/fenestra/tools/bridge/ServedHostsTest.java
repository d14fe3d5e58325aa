package dev.fenestra.tools.bridge;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.roce.udp.IcrcCheck;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.ib.core.uverbs.AbiRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.JournalFile.Chapter;
import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.observe.snapshot.DeviceInfo;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import dev.fenestra.tools.serve.Records;
import dev.fenestra.tools.serve.ServeConfig;
import dev.fenestra.tools.serve.ServeOptions;
import dev.fenestra.tools.serve.Server;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts as a file and options describe them, as a program meets them. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class ServedHostsTest {
    private static final int REG_MR = 9;
    private static final int CREATE_CHANNEL = 17;
    private static final int ALLOC_MW = 14;

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private BridgePlace place;

    @BeforeEach
    void choosePlace() {
        assumeTrue(Files.exists(Path.of("/proc/self/fd")), "there is no /proc, by which a server reaches programs");
        place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
    }

    private Server start(String config) throws IOException, InputException {
        return start(ServeOptions.at(place, ServeConfig.read(config)));
    }

    private Server start(ServeOptions options) throws IOException {
        return Server.start(options, TestBench.builder(), log::add);
    }

    /** An opened device with a PD, of handle 1. */
    private SocketChannel open(SocketClient client) throws IOException {
        SocketChannel file = client.connect(Message.HELLO_FILE, 0);
        ByteBuffer context = Message.allocate(32).putInt(0, 16).putInt(4, 4).put(16, (byte) 1);
        assertEquals(0, client.write(file, 0, Message.allocate(8), context, 8, 72));
        assertEquals(0, client.write(file, 3, Message.allocate(8), Message.allocate(0), 4, 4));
        return file;
    }

    private int register(SocketClient client, SocketChannel file, int pages) throws IOException {
        return register(client, file, 1 << 20, (long) pages * PAGE_BYTES);
    }

    private static int register(SocketClient client, SocketChannel file, long address, long length) throws IOException {
        ByteBuffer region = Message.allocate(40)
                .putLong(8, address)
                .putLong(16, length)
                .putLong(24, address)
                .putInt(32, 1)
                .putInt(36, 1);
        return client.write(file, REG_MR, region, Message.allocate(0), 12, 0);
    }

    /** A request for a window of type 2. */
    private static ByteBuffer type2() {
        return Message.allocate(16).putInt(8, 1).put(12, (byte) 2);
    }

    private SocketClient on(String host) throws IOException {
        return new SocketClient(place.socket(), folder.resolve("pages-" + host), host);
    }

    @Test
    void shouldLetAProgramPinAsMuchAsItsHostAllows() throws IOException, InputException {
        try (Server _ = start("""
            {"hosts": [{"name": "small", "lock_limit_bytes": 65536}, {"name": "large"}]}
            """);
                SocketClient small = on("small");
                SocketClient large = on("large");
                SocketChannel onSmall = open(small);
                SocketChannel onLarge = open(large)) {
            assertEquals(List.of("small", "large"), place.hosts());
            assertEquals(0, register(small, onSmall, 16));
            assertEquals(Errno.ENOMEM.code(), register(small, onSmall, 1));
            assertEquals(0, register(large, onLarge, 17));
        }
    }

    /** As {@code ib_umem_get}: a range of no bytes has the page that it lies in, but begins one without having it. */
    @Test
    void shouldRegisterNoBytesInsideOfAPage() throws IOException {
        try (Server _ = start(ServeOptions.at(place, ServeConfig.usual()));
                SocketClient client = on("bob");
                SocketChannel file = open(client)) {
            assertEquals(Errno.EINVAL.code(), register(client, file, 1 << 20, 0));
            assertEquals(0, register(client, file, (1 << 20) + 8, 0));
            assertEquals(0, register(client, file, (1 << 20) + PAGE_BYTES - 1, 0));
        }
    }

    @Test
    void shouldSayWhyPagesOfAProgramCannotBeHad() throws IOException {
        try (Server server = start(ServeOptions.at(place, ServeConfig.usual()));
                SocketClient client = on("bob");
                SocketChannel file = open(client)) {
            client.moves(Errno.ENOMEM.code());
            assertEquals(Errno.ENOMEM.code(), register(client, file, 1));
            assertEquals("MEM-32", lastRefusal(server));
            client.maps("00000000-7ffffffff000 r--p 00000000 00:00 0 \n");
            assertEquals(Errno.EFAULT.code(), register(client, file, 1));
            assertEquals("MEM-17", lastRefusal(server));
            client.maps("00000000-00001000 rw-p 00000000 00:00 0 \n");
            assertEquals(Errno.EFAULT.code(), register(client, file, 1));
            assertEquals("MEM-6", lastRefusal(server));
        }
    }

    /** The answer to a question has a limit of time, which a program with little of a processor must keep. */
    @Test
    void shouldMoveLargeMemoryInPieces() throws IOException {
        int piece = (16 << 20) / PAGE_BYTES;
        try (Server _ = start(ServeOptions.at(place, ServeConfig.usual()));
                SocketClient client = on("bob");
                SocketChannel file = open(client)) {
            client.movesSoFar();
            assertEquals(0, register(client, file, 2 * piece + 1));
            assertEquals(List.of("move " + piece, "move " + piece, "move 1"), client.movesSoFar());
        }
    }

    @Test
    void shouldGiveBackThePiecesThatHaveMovedWhenOneCannotMove() throws IOException {
        int piece = (16 << 20) / PAGE_BYTES;
        try (Server _ = start(ServeOptions.at(place, ServeConfig.usual()));
                SocketClient client = on("bob");
                SocketChannel file = open(client)) {
            client.movesSoFar();
            client.moves(Errno.ENOMEM.code(), 2);
            assertEquals(Errno.ENOMEM.code(), register(client, file, 3 * piece));
            assertEquals(
                    List.of("move " + piece, "move " + piece, "move " + piece, "return " + piece, "return " + piece),
                    client.movesSoFar());
        }
    }

    @Test
    void shouldRefuseAChannelToAProgramThatCanHaveNoMoreDescriptors() throws IOException {
        try (Server server = start(ServeOptions.at(place, ServeConfig.usual()));
                SocketClient client = on("bob");
                SocketChannel file = open(client)) {
            client.takes(Errno.EMFILE.code());
            int errno = client.write(file, CREATE_CHANNEL, Message.allocate(8), Message.allocate(0), 4, 0);
            assertEquals(AbiRule.DESCRIPTORS_LEFT.errno().code(), errno);
            assertEquals(AbiRule.DESCRIPTORS_LEFT.id(), lastRefusal(server));
            client.takes(0);
            assertEquals(0, client.write(file, CREATE_CHANNEL, Message.allocate(8), Message.allocate(0), 4, 0));
        }
    }

    /** The client answers that nothing can be read, and nothing stored. */
    @Test
    void shouldRefuseCommandsOfRdmaCmThatPointNowhere() throws IOException {
        int efault = AbiRule.CM_POINTER.errno().code();
        try (Server _ = start(ServeOptions.at(place, ServeConfig.usual()));
                SocketClient client = on("bob");
                SocketChannel file = client.connect(Message.HELLO_CONNECTIONS, 0)) {
            ByteBuffer create = Message.allocate(32).putShort(4, (short) 24).putShort(6, (short) 4);
            create.putLong(16, 0x1000).putShort(24, (short) 0x106).put(26, (byte) 2);
            assertEquals(efault, client.command(file, create));
            ByteBuffer option = Message.allocate(32).putInt(0, 14).putShort(4, (short) 24);
            option.putLong(8, 0x1000).putInt(28, 1);
            assertEquals(efault, client.command(file, option));
        }
    }

    private static String lastRefusal(Server server) {
        return server.bench()
                .host("bob")
                .kernel()
                .refusals()
                .refusals()
                .getLast()
                .ruleId();
    }

    @Test
    void shouldOfferTheWindowsOfTheHost() throws IOException, InputException {
        try (Server _ = start("""
            {"hosts": [{"name": "with"}, {"name": "without", "windows": "none"}]}
            """);
                SocketClient with = on("with");
                SocketClient without = on("without");
                SocketChannel onWith = open(with);
                SocketChannel onWithout = open(without)) {
            assertEquals(0, with.write(onWith, ALLOC_MW, type2(), Message.allocate(0), 8, 0));
            assertEquals(
                    Errno.EOPNOTSUPP.code(), without.write(onWithout, ALLOC_MW, type2(), Message.allocate(0), 8, 0));
        }
    }

    @Test
    void shouldRecordWhatProgramsAskAndWhatCardsSend() throws IOException, InputException {
        Path journal = folder.resolve("journal.json");
        Path capture = folder.resolve("capture.pcapng");
        Path report = folder.resolve("report.html");
        ServeOptions options = ServeOptions.at(place, ServeConfig.usual())
                .with(new Records(Optional.of(journal), Optional.of(capture), Optional.of(report)));
        try (Server server = start(options)) {
            try (SocketClient client = on("bob");
                    SocketChannel file = open(client)) {
                assertEquals(0, register(client, file, 2));
            }
            BenchHost alice = server.bench().host("alice");
            BenchHost bob = server.bench().host("bob");
            try (QpPair pair = server.bench().pair(alice.open(), bob.open())) {
                RemoteBuffer window = pair.other().window(0, 3, AccessFlag.REMOTE_WRITE);
                pair.one().perform(RdmaWrite.of(1, window, pair.one().region().slice(0, 3)));
            }
            assertTrue(liveReport().contains("Programs on alice, bob"));
        }
        String text = Files.readString(journal);
        JournalFile recorded = JournalFile.read(text);
        assertEquals(List.of("alice", "bob"), recorded.hosts());
        assertChaptersAreProgramsAndConnections(recorded);
        assertTrue(text.contains("REG_MR"), text);
        String page = Files.readString(report);
        assertTrue(
                page.startsWith("<!DOCTYPE html>") && page.contains("Programs on alice, bob"), page.substring(0, 99));
        assertTrue(log.stream().anyMatch(line -> line.endsWith(" events in " + report)), log::toString);
        assertEquals(0x0a0d0d0a, ByteBuffer.wrap(Files.readAllBytes(capture)).getInt());
        assertTrue(
                log.stream().anyMatch(line -> line.endsWith(" packets in " + capture) && !line.startsWith("0 ")),
                log::toString);
    }

    /** The program on bob has opened and closed before the hosts' own processes connect. */
    private static void assertChaptersAreProgramsAndConnections(JournalFile recorded) {
        String self = String.valueOf(ProcessHandle.current().pid());
        List<String> titles = recorded.chapters().stream().map(Chapter::title).toList();
        assertEquals(4, titles.size(), titles::toString);
        assertTrue(
                titles.getFirst().startsWith("bob: ") && titles.getFirst().endsWith(" (pid " + self + ")"),
                titles::toString);
        assertEquals(
                Set.of("alice: the host's own process", "bob: the host's own process"),
                Set.of(titles.get(1), titles.get(2)));
        assertTrue(titles.getLast().matches("alice QP 0x[0-9a-f]+ and bob QP 0x[0-9a-f]+"), titles::toString);
        assertEquals("2 packets arrived.", recorded.chapters().getLast().why());
    }

    @Test
    void shouldWriteTheJournalAsLinesWhereTheNameAsksForText() throws IOException {
        Path journal = folder.resolve("journal.txt");
        ServeOptions options = ServeOptions.at(place, ServeConfig.usual())
                .with(new Records(Optional.of(journal), Optional.empty(), Optional.empty()));
        try (Server _ = start(options);
                SocketClient client = on("bob");
                SocketChannel file = open(client)) {
            assertEquals(0, register(client, file, 2));
        }
        String text = Files.readString(journal);
        assertTrue(text.lines().anyMatch(line -> line.contains("bob") && line.contains("REG_MR")), text);
    }

    private String liveReport() throws IOException {
        String said = "the report until now: ";
        URI address = log.stream()
                .filter(line -> line.contains(said))
                .map(line -> URI.create(line.substring(line.indexOf(said) + said.length())))
                .findFirst()
                .orElseThrow();
        try (InputStream page = address.toURL().openStream()) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCarryRequestsToAHostOfAnotherServer(boolean gso) throws IOException {
        assumeTrue(!gso || System.getProperty("os.name").startsWith("Linux"), "UDP_SEGMENT is an option of Linux");
        InetAddress here = InetAddress.getByName("127.83.0.1");
        InetAddress there = InetAddress.getByName("127.83.0.2");
        ServeOptions options = ServeOptions.at(place, ServeConfig.usual())
                .withUdp(UdpConfig.at(here).withCheck(IcrcCheck.STRICT).withGso(gso));
        ServeOptions others = ServeOptions.at(
                        BridgePlace.at(folder.resolve("other").resolve("bridge")),
                        ServeConfig.usual().withHosts(List.of("carol")))
                .withUdp(UdpConfig.at(there).withCheck(IcrcCheck.STRICT).withGso(gso));
        try (Server server = start(options);
                Server other = start(others)) {
            Context alice = server.bench().host("alice").open();
            Context carol = other.bench().host("carol").open();
            ProtectionDomain pd = alice.allocPd();
            ProtectionDomain peerPd = carol.allocPd();
            CompletionQueue cq = alice.createCq(16);
            CompletionQueue peerCq = carol.createCq(16);
            QueuePair qp = pd.createQp(QpSpec.rc(cq, cq));
            server.bench().connectPair(qp, peerPd.createQp(QpSpec.rc(peerCq, peerCq)));
            Memory memory = carol.allocate(PAGE_BYTES);
            RemoteBuffer target = peerPd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE)
                    .remote();
            Memory source = alice.allocate(PAGE_BYTES);
            source.put(0, new byte[] {7, 8, 9});
            qp.post(RdmaWrite.of(1, target, pd.regMr(source).slice(0, 3)));
            assertEquals(WcStatus.SUCCESS, cq.await(1, Duration.ofSeconds(20)).status());
            assertArrayEquals(new byte[] {7, 8, 9}, memory.get(0, 3));
        }
    }

    @Test
    void shouldShowWhatProgramsHaveToThoseWhoAttach() throws IOException, SnapshotException {
        try (Server _ = start(ServeOptions.at(place, ServeConfig.usual()));
                SocketClient client = on("bob");
                SocketChannel file = open(client)) {
            assertEquals(0, register(client, file, 1));
            Snapshot snapshot = Attach.read(place.attach());
            assertEquals(
                    List.of("alice:mlx5_0", "bob:mlx5_0"),
                    snapshot.devices(null).stream().map(DeviceInfo::name).toList());
            assertTrue(snapshot.toString().contains("MR"), snapshot::toString);
        }
    }

    @Test
    void shouldNotStartOnAnAddressThatIsNotOurs() throws IOException {
        ServeOptions options =
                ServeOptions.at(place, ServeConfig.usual()).withUdp(UdpConfig.at(InetAddress.getByName("192.0.2.77")));
        assertThrows(IOException.class, () -> start(options));
        start(ServeOptions.at(place, ServeConfig.usual())).close();
    }
}
