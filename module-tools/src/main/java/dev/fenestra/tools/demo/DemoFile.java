package dev.fenestra.tools.demo;

import dev.fenestra.tools.input.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that travels: something with a name and 1 byte to 1 GiB that can be read from the start. */
public final class DemoFile {
    /** Most bytes that a file may have. */
    public static final long MAX_BYTES = 1L << 30;

    private static final String BUNDLED = "memory-windows.txt";

    private final String name;
    private final long size;
    private final Source source;

    private interface Source {
        InputStream open() throws IOException;
    }

    private DemoFile(String name, long size, Source source) {
        this.name = name;
        this.size = size;
        this.source = source;
    }

    /** The text that comes with the program. */
    public static DemoFile bundled() {
        try (InputStream in = DemoFile.class.getResourceAsStream(BUNDLED)) {
            if (in == null) {
                throw new IllegalStateException(BUNDLED + " is missing from the module");
            }
            byte[] text = in.readAllBytes();
            return new DemoFile(BUNDLED, text.length, () -> new ByteArrayInputStream(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A file of the user.
     *
     * @throws FileException when it is not there, not a file, empty, too long or not readable
     */
    public static DemoFile of(Path path, FileOpener opener) throws FileException {
        if (!Files.exists(path)) {
            throw new FileException(path + " does not exist.");
        }
        if (Files.isDirectory(path)) {
            throw new FileException(path + " is a directory, not a file.");
        }
        if (!Files.isRegularFile(path)) {
            throw new FileException(path + " is not a regular file.");
        }
        try (InputStream in = opener.open(path)) {
            return sized(path, in.read() < 0 ? 0 : Files.size(path), opener);
        } catch (IOException e) {
            throw unreadable(path.toString(), e);
        }
    }

    public String name() {
        return name;
    }

    public long size() {
        return size;
    }

    /** Opens it at its first byte. */
    FileReader open() throws FileException {
        try {
            return new FileReader(this, source.open());
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    static FileException unreadable(String name, IOException reason) {
        return new FileException(name + " cannot be read: " + Reason.of(reason) + ".");
    }

    private static DemoFile sized(Path path, long size, FileOpener opener) throws FileException {
        if (size == 0) {
            throw new FileException(path + " is empty: the demo needs at least 1 byte.");
        }
        if (size > MAX_BYTES) {
            throw new FileException(path + " has " + size + " bytes: the demo takes at most 1 GiB.");
        }
        Path fileName = path.toAbsolutePath().normalize().getFileName();
        return new DemoFile(fileName.toString(), size, () -> opener.open(path));
    }
}
