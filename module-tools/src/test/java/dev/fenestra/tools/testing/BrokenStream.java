package dev.fenestra.tools.testing;

import java.io.IOException;
import java.io.OutputStream;

/** A disk that is full after some bytes. */
public final class BrokenStream extends OutputStream {
    private int left;

    public BrokenStream(int room) {
        left = room;
    }

    @Override
    public void write(int value) throws IOException {
        if (left-- <= 0) {
            throw new IOException("no space left");
        }
    }
}
