package dev.fenestra.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads text files that the user names. */
public final class InputFile {
    /** The most bytes of a text: 64 MiB. No command and no person writes a longer file. */
    public static final int MAX_BYTES = 64 << 20;

    private InputFile() {}

    /**
     * Converts a text.
     *
     * @param <T> to what
     */
    @FunctionalInterface
    public interface Meaning<T> {
        /**
         * Parses the text of a file.
         *
         * @param text the text
         * @return its meaning
         * @throws InputException when it has none; the message need not name the file
         */
        T of(String text) throws InputException;
    }

    /**
     * Reads and parses a file.
     *
     * @param <T> the meaning of the file
     * @param file the file
     * @param meaning parses its text
     * @return the meaning
     * @throws InputException when the file cannot be read, is not UTF-8, is too long, or has no meaning; the message
     *     names the file
     */
    public static <T> T read(Path file, Meaning<T> meaning) throws InputException {
        String text = text(file);
        try {
            return meaning.of(text);
        } catch (InputException e) {
            throw e.in(file);
        }
    }

    /**
     * Checks whether a file can be read, without reading it.
     *
     * @param file the file
     * @throws InputException when it cannot be read; the message says why
     */
    public static void check(Path file) throws InputException {
        if (!Files.exists(file)) {
            throw new InputException(
                    Files.isSymbolicLink(file) ? file + " is a link to nowhere" : "there is no file " + file);
        }
        if (Files.isDirectory(file)) {
            throw new InputException(file + " is a directory, not a file");
        }
        if (!Files.isReadable(file)) {
            throw new InputException(file + " cannot be read: permission denied");
        }
    }

    private static String text(Path file) throws InputException {
        check(file);
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            throw new InputException(file + " cannot be read: " + Reason.of(e));
        }
        if (bytes.length > MAX_BYTES) {
            throw new InputException(file + " has more than " + (MAX_BYTES >> 20) + " MiB: it is no text for this");
        }
        return decoded(file, bytes);
    }

    private static String decoded(Path file, byte[] bytes) throws InputException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer text = CharBuffer.allocate(bytes.length);
        ByteBuffer source = ByteBuffer.wrap(bytes);
        CoderResult result = decoder.decode(source, text, true);
        text.flip();
        if (result.isError()) {
            TextPosition end = TextPosition.after(text);
            String what = "byte 0x%02x is no UTF-8".formatted(bytes[source.position()] & 0xff);
            throw InputException.at(end.line(), end.column(), what).in(file);
        }
        return text.toString();
    }
}
