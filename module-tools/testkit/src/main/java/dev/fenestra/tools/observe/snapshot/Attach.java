package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.waits.Waiters;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lets {@code fenestra resource}, {@code statistic}, {@code devinfo}, {@code refusals} and {@code waits} inspect this
 * program. It listens at a Unix-domain socket that only the user of the program may open. A client gets one
 * {@link Snapshot} as JSON, then the end of the stream; nothing is read from the client.
 *
 * <p>Beside it is a second socket, with {@code .w} at the end of its name, at which a client gets who waits for whom.
 * It answers also while everything stands still, and a snapshot cannot be taken. A third one, with {@code .t}, is for
 * {@code fenestra trace}: a client gets the calls of the program as they return, until it leaves.
 *
 * {@snippet lang = java :
 * try (TestBench bench = TestBench.twoHosts();
 *         Attach attach = Attach.listen(bench, Path.of("/tmp/fenestra.sock"))) {
 * }
 * }
 */
public final class Attach implements AutoCloseable {
    private static final String SNAPSHOT = "snapshot";
    private static final String WAITS = ".w";
    private static final String TRACE = ".t";

    /** For a program to give its snapshot. */
    private static final Duration READ_TIME = Duration.ofSeconds(30);

    private final AnswerSocket snapshots;
    private final AnswerSocket waits;
    private final TraceSocket trace;

    private Attach(AnswerSocket snapshots, AnswerSocket waits, TraceSocket trace) {
        this.snapshots = snapshots;
        this.waits = waits;
        this.trace = trace;
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
            List<Closeable> open = new ArrayList<>();
            boolean started = false;
            try {
                AnswerSocket snapshots = AnswerSocket.listen(socket, () -> snapshot(shown));
                open.add(snapshots);
                AnswerSocket waiters = AnswerSocket.listen(beside(socket, WAITS), waits);
                open.add(waiters);
                Attach attach = new Attach(snapshots, waiters, TraceSocket.listen(beside(socket, TRACE), shown));
                started = true;
                return attach;
            } finally {
                for (Closeable one : started ? List.<Closeable>of() : open) {
                    one.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(socket + ": " + e.getMessage(), e);
        }
    }

    /** A socket at which a program says something else. */
    private static Path beside(Path socket, String ending) {
        return socket.resolveSibling(socket.getFileName() + ending);
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
        return AnswerSocket.read(beside(socket, WAITS), READ_TIME, "list of waits");
    }

    /**
     * Follows the system calls of the program that listens at a socket, and what it refuses without one.
     *
     * @param socket path of its socket
     * @param reader gets each; it answers whether it wants more
     * @return how many were lost, since the reader was slower than the program
     * @throws SnapshotException when no program listens there, or it sends something else
     */
    public static long trace(Path socket, Predicate<TracedCall> reader) throws SnapshotException {
        if (!Files.exists(socket)) {
            throw new SnapshotException("there is no socket " + socket);
        }
        return TraceSocket.read(beside(socket, TRACE), reader);
    }

    /**
     * Ends the answers it is giving, which a client that does not read cannot delay for more than a second, listens no
     * more, and removes the sockets. Closing twice is harmless.
     */
    @Override
    public void close() {
        try (trace;
                waits;
                snapshots) {
            // All are closed, whatever becomes of the others.
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
