package dev.fenestra.tools.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.snapshot.Snapshot;
import dev.fenestra.tools.snapshot.SnapshotException;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.ProtectionDomain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachTest {
    @TempDir
    private Path folder = Path.of("");

    private final TestBench bench = TestBench.twoHosts();

    @AfterEach
    void close() {
        bench.close();
    }

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
            int looks = 0;
            while (program.isAlive() || looks == 0) {
                assertEquals(2, Attach.read(socket()).hosts().size());
                looks++;
            }
            program.join();
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
}
