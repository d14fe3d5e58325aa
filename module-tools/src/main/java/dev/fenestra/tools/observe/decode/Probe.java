package dev.fenestra.tools.observe.decode;

import java.util.Objects;
import java.util.function.Function;

/**
 * Finds out which bits of its input a reader looks at, by flipping each of them. So packet headers, which are read by
 * accessors, have places without a second table of them.
 */
final class Probe {
    private Probe() {}

    /**
     * The bits among {@code bytes} bytes at an offset on which the answer depends, from the first to the last one.
     *
     * @param reader pure; whatever it makes of flipped bits, but for an answer of null, counts
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
