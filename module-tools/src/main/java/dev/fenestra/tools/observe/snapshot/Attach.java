package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets {@code fenestra resource}, {@code statistic} and {@code devinfo} inspect this program. It listens at a
 * Unix-domain socket that only the user of the program may open. A client gets one {@link Snapshot} as JSON, then the
 * end of the stream; nothing is read from the client.
 *
 * {@snippet lang = java :
 * try (TestBench bench = TestBench.twoHosts();
 *         Attach attach = Attach.listen(bench, Path.of("/tmp/fenestra.sock"))) {
 * }
 * }
 */
public final class Attach implements AutoCloseable {
    /** For one client to take its snapshot: it keeps the others waiting. */
    private static final Duration ANSWER_TIME = Duration.ofSeconds(10);

    /** For the client that is being answered when the program ends. */
    private static final Duration LAST_ANSWER_TIME = Duration.ofSeconds(1);

    /** For a program to give its snapshot. */
    private static final Duration READ_TIME = Duration.ofSeconds(30);

    private final ServerSocketChannel door;
    private final Path socket;
    private final List<BenchHost> hosts;
    private final Thread server;
    /** The clients that are being answered. */
    private volatile @Nullable SocketChannel current;

    private Attach(ServerSocketChannel door, Path socket, Collection<BenchHost> hosts) {
        this.door = door;
        this.socket = socket;
        this.hosts = List.copyOf(hosts);
        server = Thread.ofPlatform().daemon().name("fenestra-attach").unstarted(this::serve);
    }

    /**
     * Listens for all hosts of a bench. A client that asks while the bench is closed gets no snapshot.
     *
     * @param bench the bench whose hosts are shown
     * @param socket path of the socket, which is created
     * @return the listener, to be closed
     * @throws UncheckedIOException as {@link #listen(Collection, Path)}
     */
    public static Attach listen(TestBench bench, Path socket) {
        return listen(bench.hosts(), socket);
    }

    /**
     * Listens for some hosts. A socket at this path whose program has ended is replaced. From its first moment on, only
     * its user may open the socket.
     *
     * @param hosts the hosts that are shown
     * @param socket path of the socket, which is created
     * @return the listener, to be closed
     * @throws UncheckedIOException when the path is a file and no socket, a program listens there, the folder is
     *     missing, or the path is too long for a socket (about 100 bytes)
     */
    public static Attach listen(Collection<BenchHost> hosts, Path socket) {
        try {
            Attach attach = new Attach(PrivateSocket.listen(socket), socket, hosts);
            attach.server.start();
            return attach;
        } catch (IOException e) {
            throw new UncheckedIOException(socket + ": " + e.getMessage(), e);
        }
    }

    /**
     * Takes a snapshot of the program that listens at a socket.
     *
     * @param socket path of its socket
     * @return what it answered
     * @throws SnapshotException when no program listens there, the answer is no snapshot, or it takes longer than 30 s
     */
    public static Snapshot read(Path socket) throws SnapshotException {
        return read(socket, READ_TIME);
    }

    static Snapshot read(Path socket, Duration limit) throws SnapshotException {
        String text = text(socket, limit);
        if (text.isEmpty()) {
            throw new SnapshotException("what listens at " + socket + " sent no snapshot: its hosts are being closed");
        }
        try {
            return SnapshotJson.read(text);
        } catch (SnapshotException e) {
            throw new SnapshotException("what listens at " + socket + " sent no snapshot: " + e.getMessage());
        }
    }

    private static String text(Path socket, Duration limit) throws SnapshotException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                TimeLimit time = TimeLimit.on(channel, limit)) {
            try {
                channel.connect(UnixDomainSocketAddress.of(socket));
                return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            } catch (ClosedChannelException e) {
                throw new SnapshotException("what listens at " + socket + " sent no snapshot within " + limit.toMillis()
                        + " ms" + (time.isOver() ? "" : ": " + e));
            }
        } catch (IOException e) {
            throw new SnapshotException(
                    Files.exists(socket)
                            ? "nobody listens at " + socket + ": " + e.getMessage()
                            : "there is no socket " + socket);
        }
    }

    /**
     * Ends the answer it is giving, which a client that does not read cannot delay for more than a second, listens no
     * more, and removes the socket. Closing twice is harmless.
     */
    @Override
    public void close() {
        try {
            door.close();
            awaitServer();
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitServer() throws IOException {
        boolean interrupted = false;
        Duration patience = LAST_ANSWER_TIME;
        while (server.isAlive()) {
            try {
                server.join(patience);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            SocketChannel client = current;
            if (client != null) {
                client.close();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve() {
        while (door.isOpen()) {
            try (SocketChannel client = door.accept();
                    TimeLimit _ = TimeLimit.on(client, ANSWER_TIME)) {
                current = client;
                answer(client);
            } catch (IOException clientLeftOrDoorClosed) {
                // The next one may stay.
            } finally {
                current = null;
            }
        }
    }

    private void answer(SocketChannel client) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(snapshot().getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            client.write(bytes);
        }
    }

    /**
     * Empty when the hosts were closed meanwhile: their memory is gone, and each layer throws another exception for
     * that.
     */
    private String snapshot() {
        try {
            return SnapshotJson.write(Snapshot.of(hosts));
        } catch (RuntimeException closedMeanwhile) {
            return "";
        }
    }
}
