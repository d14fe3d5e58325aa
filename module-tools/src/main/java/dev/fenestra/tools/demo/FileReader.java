package dev.fenestra.tools.demo;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/** Reads a {@link DemoFile} once, from its first byte to its last, and digests it on the way. */
final class FileReader implements AutoCloseable {
    private final DemoFile file;
    private final InputStream in;
    private final MessageDigest digest = Sha256.digest();

    FileReader(DemoFile file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /** Reads exactly this many bytes to the start of the array. */
    void read(byte[] target, int count) throws FileException {
        int got;
        try {
            got = in.readNBytes(target, 0, count);
        } catch (IOException e) {
            throw DemoFile.unreadable(file.name(), e);
        }
        if (got < count) {
            throw new FileException(file.name() + " became shorter while it was read.");
        }
        digest.update(target, 0, count);
    }

    /** SHA-256 of all that was read. */
    String sha256() {
        return Sha256.text(digest);
    }

    @Override
    public void close() throws FileException {
        try {
            in.close();
        } catch (IOException e) {
            throw DemoFile.unreadable(file.name(), e);
        }
    }
}
