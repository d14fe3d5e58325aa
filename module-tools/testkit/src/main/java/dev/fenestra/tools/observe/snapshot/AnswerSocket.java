package dev.fenestra.tools.observe.snapshot;

import java.io.Closeable;
import java.io.IOException;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A Unix-domain socket of one user, at which each client gets a text, then the end of the stream. */
final class AnswerSocket implements Closeable {
    /** For one client to take its answer: it keeps the others waiting. */
    private static final Duration ANSWER_TIME = Duration.ofSeconds(10);

    /** For the client that is being answered when the program ends. */
    private static final Duration LAST_ANSWER_TIME = Duration.ofSeconds(1);

    private final ServerSocketChannel listener;
    private final Path socket;
    private final Supplier<String> answer;
    private final Thread server;
    /** The client that is being answered. */
    private volatile @Nullable SocketChannel current;

    private AnswerSocket(ServerSocketChannel listener, Path socket, Supplier<String> answer) {
        this.listener = listener;
        this.socket = socket;
        this.answer = answer;
        server = Thread.ofPlatform().daemon().name("fenestra-attach").unstarted(this::serve);
    }

    /**
     * Listens.
     *
     * @param answer makes the text for a client
     * @throws IOException as {@link PrivateSocket#listen}
     */
    static AnswerSocket listen(Path socket, Supplier<String> answer) throws IOException {
        AnswerSocket listener = new AnswerSocket(PrivateSocket.listen(socket), socket, answer);
        listener.server.start();
        return listener;
    }

    /**
     * Reads the answer of the program that listens at a socket.
     *
     * @param what names the answer in refusals
     * @throws SnapshotException when no program listens there, or it takes longer than the limit
     */
    static String read(Path socket, Duration limit, String what) throws SnapshotException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                TimeLimit time = TimeLimit.on(channel, limit)) {
            try {
                channel.connect(UnixDomainSocketAddress.of(socket));
                return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            } catch (ClosedChannelException e) {
                throw new SnapshotException("what listens at " + socket + " sent no " + what + " within "
                        + limit.toMillis() + " ms" + (time.isOver() ? "" : ": " + e));
            }
        } catch (IOException e) {
            throw new SnapshotException(
                    Files.exists(socket)
                            ? "nobody listens at " + socket + ": " + e.getMessage()
                            : "there is no socket " + socket);
        }
    }

    private void serve() {
        while (listener.isOpen()) {
            try (SocketChannel client = listener.accept();
                    TimeLimit _ = TimeLimit.on(client, ANSWER_TIME)) {
                current = client;
                ByteBuffer bytes = ByteBuffer.wrap(answer.get().getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    client.write(bytes);
                }
            } catch (IOException clientLeftOrListenerClosed) {
                // The next one may stay.
            } finally {
                current = null;
            }
        }
    }

    /** Ends the answer it is giving, listens no more, and removes the socket. Closing twice is harmless. */
    @Override
    public void close() throws IOException {
        listener.close();
        awaitServer();
        Files.deleteIfExists(socket);
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
}
