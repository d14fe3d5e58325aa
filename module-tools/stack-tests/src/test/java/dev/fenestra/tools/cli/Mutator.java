package dev.fenestra.tools.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes good files at random. */
final class Mutator {
    private static final List<String> TOKENS = List.of(
            "null",
            "true",
            "{}",
            "[]",
            "{",
            "]",
            "\"",
            ",",
            ":",
            "-1",
            "0",
            "1e400",
            "1.5",
            "NaN",
            "99999999999999999999",
            "\\",
            "\\u12",
            "\u00e9",
            "\u0000",
            "[".repeat(200),
            "9".repeat(5_000),
            "\"x\"",
            "//",
            "\ufeff");
    private static final int MOST_CHANGES = 3;
    private static final int MOST_CUT = 40;

    private final SplittableRandom random;

    Mutator(SplittableRandom random) {
        this.random = random;
    }

    byte[] mutate(byte[] good) {
        byte[] changed = good;
        for (int changes = random.nextInt(1, MOST_CHANGES + 1); changes > 0; changes--) {
            changed = once(changed);
        }
        return changed;
    }

    private byte[] once(byte[] before) {
        int begin = random.nextInt(before.length + 1);
        int end = Math.min(before.length, begin + random.nextInt(MOST_CUT));
        return switch (random.nextInt(6)) {
            case 0 -> joined(before, begin, new byte[0], end);
            case 1 -> joined(before, begin, new byte[0], before.length);
            case 2 -> joined(before, begin, new byte[] {(byte) random.nextInt()}, Math.min(before.length, begin + 1));
            case 3 -> joined(before, end, Arrays.copyOfRange(before, begin, end), end);
            case 4 -> joined(before, begin, token(), begin);
            default -> joined(before, begin, token(), end);
        };
    }

    private byte[] token() {
        return TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.UTF_8);
    }

    /** What is before one place, then something else, then what is after another place. */
    private static byte[] joined(byte[] before, int begin, byte[] between, int end) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(before, 0, begin);
        bytes.writeBytes(between);
        bytes.write(before, end, before.length - end);
        return bytes.toByteArray();
    }
}
