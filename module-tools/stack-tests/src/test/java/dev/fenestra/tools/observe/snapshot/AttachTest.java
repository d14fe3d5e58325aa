package dev.fenestra.tools.observe.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachTest {
    @TempDir
    private Path folder = Path.of("");

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private Path socket() {
        return folder.resolve("s");
    }

    @Test
    void shouldShowWhatTheProgramHasEachTimeAnew() throws SnapshotException {
        Context alice = bench.host("alice").open();
        try (Attach _ = Attach.listen(bench, socket())) {
            assertEquals(Snapshot.of(bench.hosts()), Attach.read(socket()));
            ProtectionDomain pd = alice.allocPd();
            assertEquals(2, Attach.read(socket()).hosts().getFirst().resources().size());
            pd.close();
            assertEquals(1, Attach.read(socket()).hosts().getFirst().resources().size());
        }
        assertFalse(Files.exists(socket()));
        assertThrows(SnapshotException.class, () -> Attach.read(socket()));
    }

    @Test
    void shouldShowAProgramThatWorksMeanwhile() throws Exception {
        try (Attach _ = Attach.listen(bench, socket())) {
            Thread program = Thread.ofPlatform().start(() -> {
                Context alice = bench.host("alice").open();
                for (int round = 0; round < 50; round++) {
                    alice.createCq(8).close();
                    bench.pair(alice, alice).close();
                }
            });
            do {
                assertEquals(2, Attach.read(socket()).hosts().size());
            } while (program.isAlive());
            assertEquals(Snapshot.of(bench.hosts()), Attach.read(socket()));
        }
    }

    @Test
    void shouldBeOpenToItsUserOnly() throws IOException {
        try (Attach _ = Attach.listen(bench, socket())) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())));
        }
    }

    @Test
    void shouldReplaceASocketWhoseProgramHasEnded() throws IOException, SnapshotException {
        try (ServerSocketChannel ended = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            ended.bind(UnixDomainSocketAddress.of(socket()));
        }
        assertTrue(Files.exists(socket()));
        SnapshotException refused = assertThrows(SnapshotException.class, () -> Attach.read(socket()));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("nobody listens at "), refused.getMessage());
        try (Attach _ = Attach.listen(bench, socket())) {
            assertEquals(2, Attach.read(socket()).hosts().size());
        }
    }

    @Test
    void shouldNotTakeThePlaceOfAnotherProgramOrFile() throws IOException {
        try (Attach _ = Attach.listen(bench, socket())) {
            assertThrows(UncheckedIOException.class, () -> Attach.listen(bench, socket()));
        }
        Path file = Files.createFile(folder.resolve("file"));
        assertThrows(UncheckedIOException.class, () -> Attach.listen(bench, file));
        assertTrue(Files.exists(file));
        assertThrows(UncheckedIOException.class, () -> Attach.listen(bench, folder.resolve("no/s")));
        assertThrows(UncheckedIOException.class, () -> Attach.listen(bench, folder.resolve("x".repeat(120))));
    }

    @Test
    void shouldSayWhenSomethingElseListensThere() throws Exception {
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(socket()));
            Thread silent = Thread.ofPlatform().start(() -> {
                try {
                    other.accept().close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            SnapshotException refused = assertThrows(SnapshotException.class, () -> Attach.read(socket()));
            assertTrue(String.valueOf(refused.getMessage()).contains("sent no snapshot"), refused.getMessage());
            silent.join();
        }
    }

    /** A folder that others may write to, where the umask lets them connect. */
    @Test
    void shouldBeClosedToOthersFromItsFirstMomentOn() throws Exception {
        List<String> rights = new ArrayList<>();
        Thread listening = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 50; i++) {
                Attach.listen(bench, socket()).close();
            }
        });
        while (listening.isAlive()) {
            rightsOfSocket().ifPresent(rights::add);
        }
        listening.join();
        assertTrue(rights.stream().allMatch("rw-------"::equals), rights.toString());
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private Optional<String> rightsOfSocket() {
        try {
            return Optional.of(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())));
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    @Test
    void shouldCloseAlthoughAClientDoesNotRead() throws IOException {
        try (SocketChannel deaf = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            Context alice = bench.host("alice").open();
            for (int i = 0; i < 5_000; i++) {
                alice.allocPd();
            }
            Attach attach = Attach.listen(bench, socket());
            deaf.connect(UnixDomainSocketAddress.of(socket()));
            ByteBuffer first = ByteBuffer.allocate(1);
            assertEquals(1, deaf.read(first));
            attach.close();
            attach.close();
            assertFalse(Files.exists(socket()));
        }
    }

    @Test
    void shouldGoOnServingWhenABenchIsClosedMeanwhile() throws Exception {
        TestBench other = TestBench.twoHosts();
        try (Attach _ = Attach.listen(other, socket())) {
            Context alice = other.host("alice").open();
            other.pair(alice, other.host("bob").open());
            Thread closing = Thread.ofPlatform().start(other::close);
            int answers = 0;
            while (closing.isAlive() || answers == 0) {
                answers += answered();
            }
            closing.join();
            assertTrue(answered() >= 0);
        }
        assertFalse(Files.exists(socket()));
        try (Attach _ = Attach.listen(bench, socket())) {
            assertEquals(2, Attach.read(socket()).hosts().size());
        }
    }

    /** 1 for an answer, even without a snapshot. No answer at all fails the test. */
    private int answered() {
        try {
            assertEquals(2, Attach.read(socket()).hosts().size());
        } catch (SnapshotException refused) {
            assertEquals(
                    "what listens at " + socket() + " sent no snapshot: its hosts are being closed",
                    refused.getMessage());
        }
        return 1;
    }

    @Test
    void shouldGiveUpAProgramThatSendsNothing() throws IOException {
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.bind(UnixDomainSocketAddress.of(socket()));
            SnapshotException refused =
                    assertThrows(SnapshotException.class, () -> Attach.read(socket(), Duration.ofMillis(50)));
            assertEquals("what listens at " + socket() + " sent no snapshot within 50 ms", refused.getMessage());
        }
    }
}
