package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.waits.Waiters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Lets {@code fenestra resource}, {@code statistic}, {@code devinfo}, {@code refusals} and {@code waits} inspect this
 * program. It listens at a Unix-domain socket that only the user of the program may open. A client gets one
 * {@link Snapshot} as JSON, then the end of the stream; nothing is read from the client.
 *
 * <p>Beside it is a second socket, with {@code .w} at the end of its name, at which a client gets who waits for whom.
 * It answers also while everything stands still, and a snapshot cannot be taken.
 *
 * {@snippet lang = java :
 * try (TestBench bench = TestBench.twoHosts();
 *         Attach attach = Attach.listen(bench, Path.of("/tmp/fenestra.sock"))) {
 * }
 * }
 */
public final class Attach implements AutoCloseable {
    private static final String SNAPSHOT = "snapshot";

    /** For a program to give its snapshot. */
    private static final Duration READ_TIME = Duration.ofSeconds(30);

    private final AnswerSocket snapshots;
    private final AnswerSocket waits;

    private Attach(AnswerSocket snapshots, AnswerSocket waits) {
        this.snapshots = snapshots;
        this.waits = waits;
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
        Waiters waiters = bench.wire().map(Waiters::on).orElseGet(Waiters::ofThreads);
        return listen(bench.hosts(), socket, () -> waiters.text(List.of()));
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
        Waiters waiters = Waiters.ofThreads();
        return listen(hosts, socket, () -> waiters.text(List.of()));
    }

    /**
     * The same.
     *
     * @param hosts the hosts that are shown
     * @param socket path of the socket, which is created
     * @param waits who waits for whom, in words; asked for on a thread of its own, and must wait for nobody
     * @return the listener, to be closed
     * @throws UncheckedIOException as {@link #listen(Collection, Path)}
     */
    public static Attach listen(Collection<BenchHost> hosts, Path socket, Supplier<String> waits) {
        List<BenchHost> shown = List.copyOf(hosts);
        try {
            AnswerSocket snapshots = AnswerSocket.listen(socket, () -> snapshot(shown));
            boolean started = false;
            try {
                Attach attach = new Attach(snapshots, AnswerSocket.listen(beside(socket), waits));
                started = true;
                return attach;
            } finally {
                if (!started) {
                    snapshots.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(socket + ": " + e.getMessage(), e);
        }
    }

    /** The socket at which a program says who waits for whom. */
    private static Path beside(Path socket) {
        return socket.resolveSibling(socket.getFileName() + ".w");
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
        String text = AnswerSocket.read(socket, limit, SNAPSHOT);
        if (text.isEmpty()) {
            throw new SnapshotException("what listens at " + socket + " sent no snapshot: its hosts are being closed");
        }
        try {
            return SnapshotJson.read(text);
        } catch (SnapshotException e) {
            throw new SnapshotException("what listens at " + socket + " sent no snapshot: " + e.getMessage());
        }
    }

    /**
     * Asks the program that listens at a socket who waits for whom.
     *
     * @param socket path of its socket
     * @return what it answered, a sentence a line
     * @throws SnapshotException when no program listens there, or it takes longer than 30 s
     */
    public static String waits(Path socket) throws SnapshotException {
        return AnswerSocket.read(beside(socket), READ_TIME, "list of waits");
    }

    /**
     * Ends the answers it is giving, which a client that does not read cannot delay for more than a second, listens no
     * more, and removes the sockets. Closing twice is harmless.
     */
    @Override
    public void close() {
        try (waits;
                snapshots) {
            // Both are closed, whatever becomes of the other.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Empty when the hosts were closed meanwhile: their memory is gone, and each layer throws another exception for
     * that.
     */
    private static String snapshot(List<BenchHost> hosts) {
        try {
            return SnapshotJson.write(Snapshot.of(hosts));
        } catch (RuntimeException closedMeanwhile) {
            return "";
        }
    }
}
