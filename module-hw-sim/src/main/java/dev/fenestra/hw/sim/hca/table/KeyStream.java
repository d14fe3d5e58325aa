package dev.fenestra.hw.sim.hca.table;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Numbers that a seed decides: SHA-256 over the seed and a counter. The numbers so far do not reveal the next ones. */
final class KeyStream {
    private static final int INPUT_BYTES = 2 * Long.BYTES;

    private final MessageDigest digest;
    private final ByteBuffer input = ByteBuffer.allocate(INPUT_BYTES);
    private ByteBuffer block = ByteBuffer.allocate(0);
    private long counter;

    KeyStream(long seed) {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        input.putLong(0, seed);
    }

    /** {@return a number of 0 to 31 bits} */
    int bits(int count) {
        if (!block.hasRemaining()) {
            input.putLong(Long.BYTES, counter++);
            block = ByteBuffer.wrap(digest.digest(input.array()));
        }
        return block.getInt() & (1 << count) - 1;
    }

    /** {@return a number below a bound, each as likely as any other} */
    int below(int bound) {
        int wide = Integer.SIZE - Integer.numberOfLeadingZeros(bound - 1);
        int number = bits(wide);
        while (number >= bound) {
            number = bits(wide);
        }
        return number;
    }
}
