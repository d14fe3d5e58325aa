package dev.fenestra.tools.measure.perf;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Lines of text that two processes exchange over TCP. A line that never ends is given up. */
final class PerfTalk implements AutoCloseable {
    /** More than a line about the most QPs has. */
    private static final int MOST_BYTES = 1 << 20;

    private final Socket socket;
    private final InputStream in;

    /**
     * @param patience between one byte and the next
     */
    PerfTalk(Socket socket, Duration patience) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        patience(patience);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** From now on waits so long between one byte and the next. */
    void patience(Duration patience) throws IOException {
        socket.setSoTimeout((int) patience.toMillis());
    }

    void say(String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The next line; an {@link EOFException} when the peer is gone. */
    String hear() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next >= 0 && next != '\n' && line.length() < MOST_BYTES) {
            line.append((char) next);
            next = in.read();
        }
        if (next != '\n') {
            throw new EOFException(next < 0 ? "the peer is gone" : "the peer sends a line without an end");
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
