package dev.fenestra.tools.pingpong;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address that one side sends the other over TCP: {@code LID:QPN:PSN:GID} in hexadecimal digits and a NUL.
 *
 * @param lid 16 bits; RoCE has none and sends 0
 * @param qpn 24 bits
 * @param psn 24 bits, the first it will send
 */
public record Destination(int lid, int qpn, int psn, Gid gid) {
    /** Bytes of the message, its NUL included. */
    static final int BYTES = 52;

    private static final int HEX = 16;
    private static final Pattern MESSAGE =
            Pattern.compile("([0-9a-f]{1,4}):([0-9a-f]{1,6}):([0-9a-f]{1,6}):([0-9a-f]{16})([0-9a-f]{16})\0?");

    /** Reads a message; empty when it has another format. */
    static Optional<Destination> parse(byte[] message) {
        Matcher parts = MESSAGE.matcher(new String(message, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT));
        return parts.matches()
                ? Optional.of(new Destination(
                        Integer.parseInt(parts.group(1), HEX),
                        Integer.parseInt(parts.group(2), HEX),
                        Integer.parseInt(parts.group(3), HEX),
                        new Gid(
                                Long.parseUnsignedLong(parts.group(4), HEX),
                                Long.parseUnsignedLong(parts.group(5), HEX))))
                : Optional.empty();
    }

    byte[] message() {
        return String.format(Locale.ROOT, "%04x:%06x:%06x:%016x%016x\0", lid, qpn, psn, gid.high(), gid.low())
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** In the format that the programs print after {@code local address:} and {@code remote address:}. */
    String text(String separator) {
        return String.format(Locale.ROOT, "LID 0x%04x, QPN 0x%06x, PSN 0x%06x%s GID %s", lid, qpn, psn, separator, gid);
    }
}
