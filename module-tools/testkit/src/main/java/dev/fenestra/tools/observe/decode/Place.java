package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.mlx5.prm.Field;

/**
 * The position of a field.
 *
 * @param firstBit its most significant bit, counted from the first bit of the input
 * @param width in bits
 */
public record Place(long firstBit, long width) {
    /** The position of a field of {@code hw.sim.mlx5.prm}. */
    static Place of(Field field, long base) {
        int word = field.is64() ? Long.SIZE : Integer.SIZE;
        long first = (base + field.offset()) * Byte.SIZE + word - field.shift() - field.width();
        return new Place(first, field.width());
    }

    /** The position of a word of {@code hw.sim.format}; bits count within the bytes that it touches. */
    static Place of(Word word, long base) {
        int width = Long.bitCount(word.mask());
        int low = word.shift();
        long first = word.isBigEndian() ? word.offset() : word.offset() + low / Byte.SIZE;
        int bits = word.isBigEndian()
                ? word.bytes() * Byte.SIZE - low
                : (low % Byte.SIZE + width + Byte.SIZE - 1) / Byte.SIZE * Byte.SIZE - low % Byte.SIZE;
        return new Place((base + first) * Byte.SIZE + bits - width, width);
    }

    static Place ofBytes(long offset, long bytes) {
        return new Place(offset * Byte.SIZE, bytes * Byte.SIZE);
    }

    /** The first byte that the field touches. */
    public long offset() {
        return firstBit / Byte.SIZE;
    }

    /** The field's bits in the bytes it touches, taken as one big-endian number: {@code 7:5}, or {@code 1}. */
    public String bits() {
        long end = firstBit + width;
        long low = -end & Byte.SIZE - 1;
        return width == 1 ? Long.toString(low) : low + width - 1 + ":" + low;
    }
}
