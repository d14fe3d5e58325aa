package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.tools.testing.Patience;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The socket for real programs, as a client in Java meets it. */
@ExtendWith(NoHang.class)
class BridgeTest {

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

    private static ByteBuffer context() {
        return Message.allocate(32).putInt(0, 16).putInt(4, 4).put(16, (byte) 1);
    }

    @Test
    void shouldOpenDevicesAndTakeCommandsAndDestroyAllWhenTheProgramEnds() throws IOException {
        try (SocketClient client = new SocketClient(place.socket(), folder.resolve("pages"));
                SocketChannel file = client.connect(Message.HELLO_FILE, 0)) {
            assertEquals(0, client.write(file, 0, Message.allocate(8), context(), 8, 72));
            assertEquals(0, client.write(file, 3, Message.allocate(8), Message.allocate(0), 4, 4));
            ByteBuffer region = Message.allocate(40)
                    .putLong(8, 1 << 20)
                    .putLong(16, 8192)
                    .putLong(24, 1 << 20)
                    .putInt(32, 1)
                    .putInt(36, 1);
            assertEquals(0, client.write(file, 9, region, Message.allocate(0), 12, 0));
            assertEquals(
                    List.of("CTX", "PD", "MR"),
                    onBob().stream().map(Resource::kind).toList());
        }
        Patience.until("all of the program is destroyed", () -> onBob().isEmpty());
    }

    @Test
    void shouldCutConnectionsThatSendWhatIsNoMessage() throws IOException {
        try (SocketClient client = new SocketClient(place.socket(), folder.resolve("pages"));
                SocketChannel file = client.connect(Message.HELLO_FILE, 0)) {
            file.write(Message.allocate(Message.HEAD_BYTES).putInt(0, Integer.MAX_VALUE));
            assertThrows(IOException.class, () -> Message.read(file, 0));
            Patience.until("the server has logged something", () -> !log.isEmpty());
        }
    }

    /** A user library tries methods, and takes commands where there are none: that is no refusal. */
    @Test
    void shouldReportCommandsThatCameToNoCallOfTheKernel() throws IOException {
        try (SocketClient client = new SocketClient(place.socket(), folder.resolve("pages"));
                SocketChannel file = client.connect(Message.HELLO_FILE, 0)) {
            assertEquals(0, client.write(file, 0, Message.allocate(8), context(), 8, 72));
            assertEquals(
                    Errno.EOPNOTSUPP.code(), client.write(file, 77, Message.allocate(64), Message.allocate(0), 64, 0));
            assertEquals(
                    List.of("ABI-2"),
                    server.bench().host("bob").kernel().refusals().refusals().stream()
                            .map(Refusal::ruleId)
                            .toList());
        }
    }

    @Test
    void shouldRefuseDevicesThatAHostDoesNotHave() throws IOException {
        try (SocketClient client = new SocketClient(place.socket(), folder.resolve("pages"))) {
            assertThrows(IOException.class, () -> client.connect(Message.HELLO_FILE, 5));
        }
    }

    @Test
    void shouldBeOpenToItsUserOnly() throws IOException {
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(place.socket())));
        assertEquals(
                "rwx------",
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(place.socket().getParent())));
    }

    @Test
    void shouldRefuseAFolderThatOthersCanEnter() throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThrows(IOException.class, () -> Bridge.at(BridgePlace.at(open.resolve("bridge")), log::add));
    }
}
