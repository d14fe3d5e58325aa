package dev.fenestra.hw.sim.format;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A number in a structure of a card: a whole word of 1, 2, 4 or 8 bytes, or some of its bits. It is named in a
 * {@link Structure}. Whoever writes the structure and whoever reads it use the same word.
 *
 * @param name as the header of the library spells it
 * @param offset of the word from the start of the structure, bytes
 * @param bytes of the word; 0 for a field that the structure does not have
 * @param shift of the lowest bit
 * @param mask of the value, before shifting
 * @param isBigEndian whether the most significant byte comes first
 */
public record Word(String name, int offset, int bytes, int shift, long mask, boolean isBigEndian) {
    /** A field that a structure does not have: it reads as 0, and a store changes nothing. */
    public static final Word ABSENT = new Word("", 0, 0, 0, 0, false);

    /** One layout for each size: a compiler knows then what a load is. */
    private static final ValueLayout.OfShort LE16 = JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);

    private static final ValueLayout.OfInt LE32 = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LE64 = JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);

    /** {@return whether the structure has the field} */
    public boolean isPresent() {
        return bytes != 0;
    }

    /**
     * {@return the value, without sign}
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     */
    public long get(MemorySegment memory, long base) {
        return load(memory, base + offset) >>> shift & mask;
    }

    /**
     * {@return the lower 32 bits of the value}
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     */
    public int getInt(MemorySegment memory, long base) {
        return (int) get(memory, base);
    }

    /**
     * {@return whether the value is not 0}
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     */
    public boolean isSet(MemorySegment memory, long base) {
        return get(memory, base) != 0;
    }

    /**
     * Sets the value and leaves the other bits of its word.
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     * @param value its lower bits, as many as the field has
     */
    public void set(MemorySegment memory, long base, long value) {
        if (bytes != 0) {
            long at = base + offset;
            long others = isWhole() ? 0 : load(memory, at) & ~(mask << shift);
            store(memory, at, others | (value & mask) << shift);
        }
    }

    /**
     * Sets a field of one bit.
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     * @param value the bit
     */
    public void set(MemorySegment memory, long base, boolean value) {
        set(memory, base, value ? 1L : 0L);
    }

    private boolean isWhole() {
        return Long.bitCount(mask) == bytes * Byte.SIZE;
    }

    private long load(MemorySegment memory, long at) {
        return switch (bytes) {
            case 0 -> 0;
            case Byte.BYTES -> memory.get(JAVA_BYTE, at) & 0xffL;
            case Short.BYTES -> ordered(memory.get(LE16, at)) & 0xffffL;
            case Integer.BYTES -> ordered(memory.get(LE32, at)) & 0xffffffffL;
            default -> ordered(memory.get(LE64, at));
        };
    }

    private void store(MemorySegment memory, long at, long value) {
        switch (bytes) {
            case Byte.BYTES -> memory.set(JAVA_BYTE, at, (byte) value);
            case Short.BYTES -> memory.set(LE16, at, ordered((short) value));
            case Integer.BYTES -> memory.set(LE32, at, ordered((int) value));
            default -> memory.set(LE64, at, ordered(value));
        }
    }

    private short ordered(short value) {
        return isBigEndian ? Short.reverseBytes(value) : value;
    }

    private int ordered(int value) {
        return isBigEndian ? Integer.reverseBytes(value) : value;
    }

    private long ordered(long value) {
        return isBigEndian ? Long.reverseBytes(value) : value;
    }
}
