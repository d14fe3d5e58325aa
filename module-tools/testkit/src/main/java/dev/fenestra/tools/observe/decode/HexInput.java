package dev.fenestra.tools.observe.decode;

import dev.fenestra.tools.input.Shown;
import java.io.ByteArrayOutputStream;

/**
 * Reads hexadecimal text: digits in pairs, with or without {@code 0x} before a group, spaces, colons and line ends
 * between bytes.
 */
public final class HexInput {
    private static final int HEX = 16;

    private final String text;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int at;

    private HexInput(String text) {
        this.text = text;
    }

    /**
     * The bytes of a text.
     *
     * @throws DecodeException if a character is not hexadecimal, a byte has one digit, or the text has no byte
     */
    public static byte[] read(String text) throws DecodeException {
        return new HexInput(text).read();
    }

    private byte[] read() throws DecodeException {
        boolean groupBegins = true;
        while (at < text.length()) {
            if (isSeparator(text.charAt(at))) {
                at++;
                groupBegins = true;
            } else if (groupBegins && text.regionMatches(true, at, "0x", 0, 2)) {
                at += 2;
                groupBegins = false;
            } else {
                bytes.write(digit() << 4 | digit());
                groupBegins = false;
            }
        }
        if (bytes.size() == 0) {
            throw new DecodeException("the input has no bytes");
        }
        return bytes.toByteArray();
    }

    private int digit() throws DecodeException {
        if (at == text.length() || isSeparator(text.charAt(at))) {
            throw new DecodeException("the byte at offset " + Bytes.at(bytes.size())
                    + " has one digit only, before character " + (at + 1));
        }
        char c = text.charAt(at);
        int digit = c < 0x80 ? Character.digit(c, HEX) : -1;
        if (digit < 0) {
            throw new DecodeException(Shown.character(c) + ", at place " + (at + 1) + ", is not a hexadecimal digit");
        }
        at++;
        return digit;
    }

    private static boolean isSeparator(char c) {
        return c == ':' || c == ',' || Character.isWhitespace(c);
    }
}
