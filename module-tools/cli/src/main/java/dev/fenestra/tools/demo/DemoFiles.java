package dev.fenestra.tools.demo;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.input.Reason;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that travels, the split of it between windows, and the output folder. */
public final class DemoFiles {
    private DemoFiles() {}

    /** A file or folder that the user named cannot be used. The message is one sentence for the user. */
    public static final class FileException extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean ofOutput;

        FileException(String sentence) {
            this(sentence, false);
        }

        private FileException(String sentence, boolean ofOutput) {
            super(sentence);
            this.ofOutput = ofOutput;
        }

        /** It cannot be written. */
        static FileException ofOutput(String sentence) {
            return new FileException(sentence, true);
        }

        /** Whether it cannot be written; else it cannot be read. */
        public boolean isOfOutput() {
            return ofOutput;
        }
    }

    /** Opens files for reading. */
    @FunctionalInterface
    public interface Opener {

        /** As {@link java.nio.file.Files#newInputStream}. */
        InputStream open(Path file) throws IOException;
    }

    /** The file that travels: a name and 1 byte to 1 GiB that can be read from the start. */
    public static final class Input {
        /** Most bytes that a file may have. */
        public static final long MAX_BYTES = 1L << 30;

        private static final String BUNDLED = "memory-windows.txt";

        private final String name;
        private final long size;
        private final Source source;

        private interface Source {
            InputStream open() throws IOException;
        }

        private Input(String name, long size, Source source) {
            this.name = name;
            this.size = size;
            this.source = source;
        }

        /** The text that comes with the program. */
        public static Input bundled() {
            try (InputStream in = Input.class.getResourceAsStream(BUNDLED)) {
                if (in == null) {
                    throw new IllegalStateException(BUNDLED + " is missing from the module");
                }
                byte[] text = in.readAllBytes();
                return new Input(BUNDLED, text.length, () -> new ByteArrayInputStream(text));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /**
         * A file of the user.
         *
         * @throws FileException when it is not there, not a file, empty, too long or not readable
         */
        public static Input of(Path path, Opener opener) throws FileException {
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
        Reader open() throws FileException {
            try {
                return new Reader(this, source.open());
            } catch (IOException e) {
                throw unreadable(name, e);
            }
        }

        static FileException unreadable(String name, IOException reason) {
            return new FileException(name + " cannot be read: " + Reason.of(reason) + ".");
        }

        private static Input sized(Path path, long size, Opener opener) throws FileException {
            if (size == 0) {
                throw new FileException(path + " is empty: the demo needs at least 1 byte.");
            }
            if (size > MAX_BYTES) {
                throw new FileException(path + " has " + size + " bytes: the demo takes at most 1 GiB.");
            }
            Path fileName = path.toAbsolutePath().normalize().getFileName();
            return new Input(fileName.toString(), size, () -> opener.open(path));
        }
    }

    /** The output folder of a demo: the received file, {@value #CAPTURE} and {@value #JOURNAL}. */
    public static final class Output {
        public static final String CAPTURE = "demo.pcapng";
        public static final String JOURNAL = "journal.txt";

        private static final int BUFFER = 1 << 20;

        private final Path folder;

        private Output(Path folder) {
            this.folder = folder;
        }

        /**
         * Takes a folder, and creates it if it is missing.
         *
         * @throws FileException when it cannot be created or written to
         */
        public static Output of(Path folder) throws FileException {
            try {
                OutputFile.createFolder(folder);
            } catch (OutputException e) {
                throw FileException.ofOutput(e.getMessage() + ".");
            }
            return new Output(folder);
        }

        /** Refuses a folder in which the demo would overwrite the file itself or an earlier received copy. */
        public void checkRoomFor(Path file) throws FileException {
            Path target = folder.resolve(file.toAbsolutePath().normalize().getFileName());
            if (target.endsWith(CAPTURE) || target.endsWith(JOURNAL)) {
                throw new FileException("--out holds " + CAPTURE + " and " + JOURNAL + ": rename " + file + " first.");
            }
            try {
                if (Files.exists(target) && Files.isSameFile(target, file)) {
                    throw new FileException(
                            "the received file would be written over " + file + ": choose another --out.");
                }
            } catch (IOException e) {
                throw unwritable(e);
            }
        }

        Writer journal() throws FileException {
            try {
                return Files.newBufferedWriter(folder.resolve(JOURNAL), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw unwritable(e);
            }
        }

        OutputStream capture() throws FileException {
            return stream(CAPTURE);
        }

        OutputStream received(String name) throws FileException {
            return stream(name);
        }

        FileException unwritable(IOException reason) {
            return FileException.ofOutput(
                    "the directory " + folder + " cannot be written to: " + Reason.of(reason) + ".");
        }

        @Override
        public String toString() {
            return folder.toString();
        }

        private OutputStream stream(String name) throws FileException {
            try {
                return new BufferedOutputStream(Files.newOutputStream(folder.resolve(name)), BUFFER);
            } catch (IOException e) {
                throw unwritable(e);
            }
        }
    }

    /** Reads a {@link Input} once, from its first byte to its last, and digests it on the way. */
    static final class Reader implements AutoCloseable {
        private final Input file;
        private final InputStream in;
        private final Hasher digest = Hashing.sha256().newHasher();

        Reader(Input file, InputStream in) {
            this.file = file;
            this.in = in;
        }

        /** Reads exactly this many bytes to the start of the array. */
        void read(byte[] target, int count) throws FileException {
            int got;
            try {
                got = in.readNBytes(target, 0, count);
            } catch (IOException e) {
                throw Input.unreadable(file.name(), e);
            }
            if (got < count) {
                throw new FileException(file.name() + " became shorter while it was read.");
            }
            digest.putBytes(target, 0, count);
        }

        /** SHA-256 of all bytes that were read. */
        String sha256() {
            return digest.hash().toString();
        }

        @Override
        public void close() throws FileException {
            try {
                in.close();
            } catch (IOException e) {
                throw Input.unreadable(file.name(), e);
            }
        }
    }

    /**
     * The split of the bytes between windows: a first part goes through one of type 1, the rest through windows of type
     * 2, one after another.
     *
     * @param size bytes of the file
     */
    record Plan(long size) {
        static final long PAGE = 4096;

        private static final long MAX_FIRST = 1 << 20;
        private static final long MAX_WINDOW = 16 << 20;
        private static final long WINDOWS_WANTED = 3;

        /** Bytes of the region: whole pages. */
        long regionBytes() {
            return (size + PAGE - 1) / PAGE * PAGE;
        }

        /** Bytes that go through the type-1 window. */
        int firstPart() {
            return (int) Math.clamp(size / 4, 1, MAX_FIRST);
        }

        /** Whether the first part was the whole file, so that the windows of type 2 carry the same bytes again. */
        boolean repeats() {
            return size == firstPart();
        }

        /** Where the windows of type 2 begin. */
        long restOffset() {
            return repeats() ? 0 : firstPart();
        }

        int windows() {
            long rest = size - restOffset();
            return (int) ((rest + windowBytes() - 1) / windowBytes());
        }

        long windowOffset(int number) {
            return restOffset() + number * windowBytes();
        }

        int windowLength(int number) {
            return (int) Math.min(windowBytes(), size - windowOffset(number));
        }

        private long windowBytes() {
            return Math.clamp((size - restOffset() + WINDOWS_WANTED - 1) / WINDOWS_WANTED, 1, MAX_WINDOW);
        }
    }
}
