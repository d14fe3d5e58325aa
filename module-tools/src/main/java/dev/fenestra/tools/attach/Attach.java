package dev.fenestra.tools.attach;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.snapshot.Snapshot;
import dev.fenestra.tools.snapshot.SnapshotException;
import dev.fenestra.tools.snapshot.SnapshotJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.List;

/**
 * Lets {@code fenestra resource}, {@code statistic} and {@code devinfo} look at this program: a Unix-domain socket, open to
 * the user of the program only. Who connects gets one {@link Snapshot} as JSON, then the end of the stream; nothing is ever
 * read from it.
 *
 * {@snippet lang = java :
 * try (TestBench bench = TestBench.twoHosts();
 *         Attach attach = Attach.listen(bench, Path.of("/tmp/fenestra.sock"))) {
 * }
 * }
 */
public final class Attach implements AutoCloseable {
    private final ServerSocketChannel door;
    private final Path socket;
    private final List<BenchHost> hosts;
    private final Thread server;

    private Attach(ServerSocketChannel door, Path socket, Collection<BenchHost> hosts) {
        this.door = door;
        this.socket = socket;
        this.hosts = List.copyOf(hosts);
        server = Thread.ofPlatform().daemon().name("fenestra-attach").unstarted(this::serve);
    }

    /** Listens for all hosts of a bench; close it before the bench. {@link UncheckedIOException} as of {@link #listen(Collection, Path)}. */
    public static Attach listen(TestBench bench, Path socket) {
        return listen(bench.hosts(), socket);
    }

    /**
     * Listens for some hosts. What a program left at this path that has ended since is replaced.
     *
     * @throws UncheckedIOException when there is a file that is no socket, somebody listens there, the folder is not there,
     *     or the path is too long for a socket (some 100 bytes)
     */
    public static Attach listen(Collection<BenchHost> hosts, Path socket) {
        try {
            removeStale(socket);
            ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            door.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            Attach attach = new Attach(door, socket, hosts);
            attach.server.start();
            return attach;
        } catch (IOException e) {
            throw new UncheckedIOException(socket + ": " + e.getMessage(), e);
        }
    }

    /** Takes a snapshot of the program that listens at a socket. */
    public static Snapshot read(Path socket) throws SnapshotException {
        String text;
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            text = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new SnapshotException(
                    Files.exists(socket)
                            ? "nobody listens at " + socket + ": " + e.getMessage()
                            : "there is no socket " + socket);
        }
        try {
            return SnapshotJson.read(text);
        } catch (SnapshotException e) {
            throw new SnapshotException("what listens at " + socket + " sent no snapshot: " + e.getMessage());
        }
    }

    /** Ends the answer it is giving, listens no more, and removes the socket. Closing twice is harmless. */
    @Override
    public void close() {
        try {
            door.close();
            server.join();
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve() {
        while (door.isOpen()) {
            try (SocketChannel client = door.accept()) {
                answer(client);
            } catch (ClosedChannelException closed) {
                return;
            } catch (IOException clientLeft) {
                // The next one may stay.
            }
        }
    }

    private void answer(SocketChannel client) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.wrap(SnapshotJson.write(Snapshot.of(hosts)).getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            client.write(bytes);
        }
    }

    private static void removeStale(Path socket) throws IOException {
        if (!Files.exists(socket)) {
            return;
        }
        if (Files.isRegularFile(socket) || Files.isDirectory(socket)) {
            throw new IOException("is no socket");
        }
        if (isAnswered(socket)) {
            throw new IOException("another program listens there");
        }
        Files.delete(socket);
    }

    private static boolean isAnswered(Path socket) throws IOException {
        try (SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return other.isConnected();
        } catch (ConnectException nobodyListens) {
            return false;
        }
    }
}
