package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.inspection.CallFollower;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.input.InputException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A Unix-domain socket of one user, at which each client gets the calls of all hosts as they return, a line each, until
 * it leaves or the hosts end. A client that does not read loses lines; it delays nobody.
 */
final class TraceSocket implements Closeable {
    private static final String LOST = "# ";
    private static final int MOST_WAITING = 1 << 16;
    /** An empty line tells whether the client is still there. */
    private static final long QUIET_MILLIS = 500;

    private final ServerSocketChannel listener;
    private final Path socket;
    private final List<BenchHost> hosts;
    private final Set<SocketChannel> clients = ConcurrentHashMap.newKeySet();

    private TraceSocket(ServerSocketChannel listener, Path socket, List<BenchHost> hosts) {
        this.listener = listener;
        this.socket = socket;
        this.hosts = hosts;
    }

    /**
     * Listens.
     *
     * @throws IOException as {@link PrivateSocket#listen}
     */
    static TraceSocket listen(Path socket, List<BenchHost> hosts) throws IOException {
        TraceSocket made = new TraceSocket(PrivateSocket.listen(socket), socket, hosts);
        Thread.ofPlatform().daemon().name("fenestra-trace").start(made::accept);
        return made;
    }

    /**
     * Reads what the program at a socket sends, until it ends or the reader has enough.
     *
     * @return how many lines were lost
     * @throws SnapshotException when nobody listens there, or something else comes
     */
    static long read(Path socket, Predicate<TracedCall> reader) throws SnapshotException {
        long lost = 0;
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                BufferedReader lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(LOST)) {
                    lost += Long.parseLong(line.substring(LOST.length()));
                } else if (!line.isEmpty() && !reader.test(TracedCall.read(line))) {
                    break;
                }
            }
            return lost;
        } catch (InputException | NumberFormatException e) {
            throw new SnapshotException("what listens at " + socket + " sent no calls: " + e.getMessage());
        } catch (IOException e) {
            throw new SnapshotException("nobody listens at " + socket + ": " + e.getMessage());
        }
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel client = listener.accept();
                clients.add(client);
                Thread.ofPlatform().daemon().name("fenestra-trace-client").start(() -> serve(client));
            } catch (IOException listenerClosed) {
                // Then it is open no more.
            }
        }
    }

    private void serve(SocketChannel client) {
        Waiting waiting = new Waiting();
        List<Runnable> ends = new ArrayList<>();
        try (client) {
            for (BenchHost host : hosts) {
                Notes notes = new Notes(host.name(), waiting);
                host.kernel().follow(notes);
                ends.add(() -> host.kernel().unfollow(notes));
            }
            // The first empty line says that from now on nothing is missed.
            write(client, "");
            while (listener.isOpen()) {
                write(client, waiting.next());
            }
        } catch (IOException clientLeft) {
            // Nobody is left to be told.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ends.forEach(Runnable::run);
            clients.remove(client);
        }
    }

    private static void write(SocketChannel client, String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            client.write(bytes);
        }
    }

    /** Lines for a client. */
    private static final class Waiting {
        private final BlockingQueue<TracedCall> lines = new LinkedBlockingQueue<>(MOST_WAITING);
        private final AtomicLong lost = new AtomicLong();

        void add(TracedCall line) {
            if (!lines.offer(line)) {
                lost.incrementAndGet();
            }
        }

        /** The next line; an empty one when none comes for a while, and what was lost with {@code #} before it. */
        String next() throws InterruptedException {
            long gone = lost.getAndSet(0);
            if (gone > 0) {
                return LOST + gone;
            }
            TracedCall line = lines.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
            return line == null ? "" : line.json();
        }
    }

    /** Notes the calls of a host. */
    private record Notes(String host, Waiting waiting) implements CallFollower {
        @Override
        public void returned(
                long nanos, Caller caller, SystemCall call, CallArguments arguments, @Nullable VerbsException refused) {
            waiting.add(TracedCall.of(host, nanos, caller, call, arguments, refused));
        }

        @Override
        public void refused(LoggedRefusal refusal) {
            waiting.add(TracedCall.of(host, refusal));
        }
    }

    /** Ends all clients, listens no more, and removes the socket. Closing twice is harmless. */
    @Override
    public void close() throws IOException {
        listener.close();
        for (SocketChannel client : clients) {
            client.close();
        }
        Files.deleteIfExists(socket);
    }
}
