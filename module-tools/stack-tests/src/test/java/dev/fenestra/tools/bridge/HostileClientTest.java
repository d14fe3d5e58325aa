package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Clients that mean harm: the server, the other clients and their data do not notice. */
@ExtendWith(NoHang.class)
class HostileClientTest {
    /** Longer: {@code -Dfenestra.bridge.scribble.seconds=60}. */
    private static final int SECONDS = Integer.getInteger("fenestra.bridge.scribble.seconds", 2);

    private static final long SEED = Long.getLong("fenestra.fuzz.seed", 20_261_123);
    private static final int CONNECTIONS = 2_000;

    /** What a real client asked that had its queues and its memory in these pages. */
    private static final Path RECORDED =
            Path.of("stack-tests/src/test/resources/dev/fenestra/tools/bridge/v44/rc-pingpong.txt");

    /** Bytes 4 to 7 of its addresses, which are cleared so that a file has room for them. */
    private static final String HIGH_BYTES = "ea550000";

    private static final long FIRST_BYTE = 0xd7cea000L;
    private static final int BYTES = 0x13000;
    private static final int RECORDS = 0xb000;
    private static final int RECORD_BYTES = 0x80;

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private BridgePlace place;
    private BridgeServer server;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/fd")), "there is no /proc, by which a server reaches programs");
        place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        server = BridgeServer.start(place, TestBench.builder(), log::add);
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private List<Resource> onBob() {
        return server.bench().host("bob").kernel().resources();
    }

    @Test
    void shouldCarryTheDataOfOthersWhileAClientScribblesIntoItsRingsAndRecords() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        Path pages = folder.resolve("pages");
        long scribbles = 0;
        int clients = 0;
        try (QpPair others = server.bench()
                        .pair(
                                server.bench().host("alice").open(),
                                server.bench().host("bob").open());
                SocketClient client = new SocketClient(place.socket(), pages);
                FileChannel file = FileChannel.open(pages, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            RemoteBuffer window = others.other().window(0, Long.BYTES, AccessFlag.REMOTE_WRITE);
            List<Resource> before = onBob();
            MappedByteBuffer memory = file.map(FileChannel.MapMode.READ_WRITE, FIRST_BYTE, BYTES);
            List<String> calls = calls();
            long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
            do {
                try (SocketChannel opened = client.connect(Message.HELLO_FILE, 0)) {
                    assertEquals(calls.size(), client.play(opened, calls));
                    for (int i = 0; i < 10; i++) {
                        scribbles += scribble(random, memory);
                        check(others, window, random.nextLong());
                    }
                }
                clients++;
            } while (System.nanoTime() < end);
            Patience.until("bob has what he had before", () -> onBob().equals(before));
        }
        assertEquals(List.of(), log);
        if (SECONDS > 2) {
            System.Logger figures = System.getLogger("fenestra");
            figures.log(System.Logger.Level.INFO, scribbles + " scribbles by " + clients + " clients");
        }
    }

    /** The calls that make a QP ready to send, with addresses below 4 GiB. */
    private static List<String> calls() throws IOException {
        return Files.readAllLines(RECORDED).stream()
                .takeWhile(line -> !line.startsWith("ioctl 4 1"))
                .filter(line -> line.startsWith("ioctl"))
                .map(line -> line.replace(HIGH_BYTES, "00000000"))
                .toList();
    }

    /** Half of the stores hit the doorbell records. */
    private static int scribble(SplittableRandom random, MappedByteBuffer memory) {
        for (int i = 0; i < 1_000; i++) {
            int at = random.nextBoolean() ? RECORDS + random.nextInt(RECORD_BYTES - 8) : random.nextInt(BYTES - 8);
            if (random.nextInt(4) == 0) {
                memory.putLong(at, random.nextLong());
            } else {
                memory.put(at, (byte) random.nextInt());
            }
        }
        return 1_000;
    }

    private static void check(QpPair others, RemoteBuffer window, long value) {
        byte[] data = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
        others.one().memory().put(0, data);
        others.one().perform(RdmaWrite.of(1, window, others.one().region().slice(0, data.length)));
        assertArrayEquals(data, others.other().memory().get(0, data.length));
    }

    @Test
    void shouldServeOthersWhileThousandsOfConnectionsAreOpen() throws IOException {
        assumeTrue(mostFiles() > 3 * CONNECTIONS, "this process may not open enough files");
        List<SocketChannel> many = new ArrayList<>();
        try (SocketClient client = new SocketClient(place.socket(), folder.resolve("pages"))) {
            for (int i = 0; i < CONNECTIONS; i++) {
                many.add(
                        i % 4 == 0
                                ? SocketChannel.open(UnixDomainSocketAddress.of(place.socket()))
                                : client.connect(Message.HELLO_FILE, 0));
            }
            try (SocketChannel file = client.connect(Message.HELLO_FILE, 0)) {
                List<String> calls = calls();
                assertEquals(calls.size(), client.play(file, calls));
                assertTrue(onBob().stream().anyMatch(one -> one.kind().equals("QP")));
            }
            Patience.until("all of the program is destroyed", () -> onBob().isEmpty());
        } finally {
            for (SocketChannel one : many) {
                one.close();
            }
        }
        assertEquals(List.of(), log);
    }

    @Test
    void shouldRefuseALineWhoseMemoryIsNotInTheFileOfThePages() throws IOException {
        long[] places = {-4096, 1, SocketClient.BOX + 4096, Long.MAX_VALUE & -4096};
        try (SocketClient client = new SocketClient(place.socket(), folder.resolve("pages"))) {
            for (long one : places) {
                assertThrows(IOException.class, () -> client.connect(Message.HELLO_CALLS, one));
            }
        }
        Patience.until("each place is logged", () -> log.size() == places.length);
        assertTrue(log.stream().allMatch(line -> line.contains("has no place")), log.toString());
    }

    /** The server could not ask it for pages any more. */
    @Test
    void shouldCutTheFilesOfAProgramWhoseServiceHasEnded() throws IOException {
        SocketClient client = new SocketClient(place.socket(), folder.resolve("pages"));
        try (SocketChannel file = client.connect(Message.HELLO_FILE, 0)) {
            List<String> calls = calls();
            assertEquals(calls.size(), client.play(file, calls));
            client.close();
            assertThrows(IOException.class, () -> Message.read(file, 0));
            Patience.until("all of the program is destroyed", () -> onBob().isEmpty());
        }
        assertEquals(List.of(), log);
    }

    /** Devices then find no memory behind its queues. */
    @Test
    void shouldGiveUpAProgramThatCutsTheFileOfItsPages() throws IOException {
        Path pages = folder.resolve("pages");
        try (QpPair others = server.bench()
                        .pair(
                                server.bench().host("alice").open(),
                                server.bench().host("bob").open());
                SocketClient client = new SocketClient(place.socket(), pages);
                FileChannel file = FileChannel.open(pages, StandardOpenOption.WRITE)) {
            RemoteBuffer window = others.other().window(0, Long.BYTES, AccessFlag.REMOTE_WRITE);
            List<Resource> before = onBob();
            SocketChannel opened = client.connect(Message.HELLO_FILE, 0);
            List<String> calls = calls();
            assertEquals(calls.size(), client.play(opened, calls));
            file.truncate(0);
            for (int i = 0; i < 100; i++) {
                check(others, window, i);
            }
            assertThrows(IOException.class, () -> Message.read(opened, 0));
            Patience.until("bob has what he had before", () -> onBob().equals(before));
            check(others, window, -1);
        }
        Patience.until("a program is given up", () -> log.stream().anyMatch(line -> line.contains("is given up")));
        // The line for its calls may find the cut before devices do.
        assertTrue(log.stream().allMatch(line -> line.contains("has cut the file of its pages")), log.toString());
    }

    /** Nobody can make a sealed file shorter. The server accepts a memfd only with that seal. */
    @Test
    void shouldRefuseAProgramThatHasNotSealedItsPages() throws IOException {
        Path python = Path.of("/usr/bin/python3");
        assumeTrue(Files.exists(python), "python3 is missing");
        String script = "import os, time; print(os.memfd_create('pages'), flush=True); time.sleep(60)";
        Process program = new ProcessBuilder(python.toString(), "-c", script).start();
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(place.socket()))) {
            int descriptor = Integer.parseInt(program.inputReader().readLine());
            new Message(Message.HELLO_SERVICE, descriptor, program.pid(), 0).write(channel);
            assertThrows(IOException.class, () -> Message.read(channel, 0));
        } finally {
            program.destroyForcibly();
        }
        Patience.until("the server has logged something", () -> !log.isEmpty());
        assertTrue(log.getFirst().contains("has not sealed the file of its pages"), log.toString());
    }

    private static long mostFiles() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/limits")).stream()
                .filter(line -> line.startsWith("Max open files"))
                .map(line -> line.split(" +")[3])
                .mapToLong(most -> most.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(most))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldRefuseAConnectionThatSaysToBeAProcessOfAnotherUser() throws IOException {
        String self = Files.getOwner(Path.of("/proc/self/stat")).getName();
        Process stranger = null;
        long pid = 1;
        if (Files.getOwner(Path.of("/proc/1")).getName().equals(self)) {
            assumeTrue(Files.exists(Path.of("/usr/bin/setpriv")), "setpriv is missing: util-linux");
            stranger = new ProcessBuilder("setpriv", "--reuid=65534", "--clear-groups", "sleep", "60").start();
            long sleeping = stranger.pid();
            Patience.until("the file has another owner", () -> !owner(sleeping).equals(self));
            pid = sleeping;
        }
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(place.socket()))) {
            new Message(Message.HELLO_SERVICE, 0, pid, 0).write(channel);
            assertEquals(Errno.EPERM.code(), Message.read(channel, 0).kind());
            Patience.until("the server has logged something", () -> !log.isEmpty());
            assertTrue(log.getFirst().contains("is not one of " + self), log.getFirst());
        } finally {
            if (stranger != null) {
                stranger.destroyForcibly();
            }
        }
    }

    private static String owner(long pid) {
        try {
            return Files.getOwner(Path.of("/proc", Long.toString(pid))).getName();
        } catch (IOException gone) {
            return "";
        }
    }
}
