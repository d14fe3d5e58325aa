package dev.fenestra.vendor.slate.card;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A little-endian word of a layout.
 *
 * @param offset from the start of the layout, bytes
 * @param bytes 1, 4 or 8
 */
public record Word(int offset, int bytes) {
    private static final ValueLayout.OfInt LE32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LE64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);

    /** The word without sign. */
    public int get(MemorySegment memory, long base) {
        return bytes == 1 ? memory.get(ValueLayout.JAVA_BYTE, base + offset) & 0xff : memory.get(LE32, base + offset);
    }

    public void set(MemorySegment memory, long base, int value) {
        if (bytes == 1) {
            memory.set(ValueLayout.JAVA_BYTE, base + offset, (byte) value);
        } else {
            memory.set(LE32, base + offset, value);
        }
    }

    public long getLong(MemorySegment memory, long base) {
        return memory.get(LE64, base + offset);
    }

    public void setLong(MemorySegment memory, long base, long value) {
        memory.set(LE64, base + offset, value);
    }
}
