package dev.fenestra.tools.observe.decode;

import java.util.Objects;
import java.util.function.Function;

/**
 * Finds the bits of the input that a reader depends on, by flipping each of them. Packet headers are read by accessors,
 * so this gives their positions without a second table.
 */
final class BitProbe {
    private BitProbe() {}

    /**
     * The bits among {@code bytes} bytes at an offset on which the answer depends, from the first to the last one.
     *
     * @param reader a pure function; any answer to flipped bits counts, but null
     */
    static Place place(byte[] input, int offset, int bytes, Function<byte[], ? extends Object> reader) {
        Object before = reader.apply(input);
        byte[] copy = input.clone();
        int first = -1;
        int last = -1;
        for (int bit = offset * Byte.SIZE; bit < (offset + bytes) * Byte.SIZE; bit++) {
            byte mask = (byte) (0x80 >>> bit % Byte.SIZE);
            copy[bit / Byte.SIZE] ^= mask;
            if (!Objects.equals(before, reader.apply(copy))) {
                first = first < 0 ? bit : first;
                last = bit;
            }
            copy[bit / Byte.SIZE] ^= mask;
        }
        return new Place(first, last - first + 1);
    }
}
