package dev.fenestra.tools.observe.decode;

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
