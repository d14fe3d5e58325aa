package dev.fenestra.tools.testing;

import java.io.IOException;
import java.io.OutputStream;

/** A disk that is full after some bytes, or a pipe that nobody reads. */
public final class BrokenStream extends OutputStream {
    private final String reason;
    private int left;

    public BrokenStream(int room) {
        this(room, "no space left");
    }

    /** What it says when a byte has no room. */
    public BrokenStream(int room, String reason) {
        this.reason = reason;
        left = room;
    }

    @Override
    public void write(int value) throws IOException {
        if (left-- <= 0) {
            throw new IOException(reason);
        }
    }
}
