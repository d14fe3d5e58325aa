package dev.fenestra.tools.pingpong;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Reads from a peer until a deadline: bytes that come do not extend it. */
final class TimedReader {
    private final Duration patience;
    private final long start = System.nanoTime();

    /**
     * @param patience from now on, for all reads together
     */
    TimedReader(Duration patience) {
        this.patience = patience;
    }

    /**
     * Reads a number of bytes, or fewer when the peer sends no more.
     *
     * @throws SocketTimeoutException when the deadline comes first
     */
    byte[] read(Socket socket, int bytes) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] read = new byte[bytes];
        int count = 0;
        int more = 0;
        while (count < bytes && more >= 0) {
            socket.setSoTimeout(millisLeft());
            more = in.read(read, count, bytes - count);
            count += Math.max(0, more);
        }
        return Arrays.copyOf(read, count);
    }

    /** A timeout of 0 would mean no limit. */
    private int millisLeft() throws SocketTimeoutException {
        long left = patience.toNanos() - (System.nanoTime() - start);
        if (left <= 0) {
            throw new SocketTimeoutException("the peer was not done after " + patience.toMillis() + " ms");
        }
        return (int) TimeUnit.NANOSECONDS.toMillis(left) + 1;
    }
}
