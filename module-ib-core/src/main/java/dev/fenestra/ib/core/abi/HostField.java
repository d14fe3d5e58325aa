package dev.fenestra.ib.core.abi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A number in a structure of host memory. It is in the byte order of the host (little-endian), or in network order
 * where Linux declares it so. A field beyond the end of the given bytes reads as 0 and is not written, as the kernel
 * copies structures of older and newer libraries.
 *
 * @param name as C spells it
 * @param offset from the start of the structure
 * @param bytes 1, 2, 4 or 8
 * @param isBigEndian whether it is in network order
 */
public record HostField(String name, int offset, int bytes, boolean isBigEndian) implements HostItem {
    private static final ValueLayout.OfShort LE16 = JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfInt LE32 = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LE64 = JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);

    /**
     * {@return the value, unsigned if it is shorter than 8 bytes}
     *
     * @param structure the bytes of the structure
     */
    public long get(MemorySegment structure) {
        if (!isIn(structure)) {
            return 0;
        }
        long value = switch (bytes) {
            case Byte.BYTES -> structure.get(JAVA_BYTE, offset) & 0xffL;
            case Short.BYTES -> structure.get(LE16, offset) & 0xffffL;
            case Integer.BYTES -> structure.get(LE32, offset) & 0xffffffffL;
            default -> structure.get(LE64, offset);
        };
        return isBigEndian ? reversed(value) : value;
    }

    /**
     * {@return the low 32 bits of the value}
     *
     * @param structure the bytes of the structure
     */
    public int getInt(MemorySegment structure) {
        return (int) get(structure);
    }

    /**
     * {@return whether the value is not 0}
     *
     * @param structure the bytes of the structure
     */
    public boolean isSet(MemorySegment structure) {
        return get(structure) != 0;
    }

    /**
     * Writes the value.
     *
     * @param structure the bytes of the structure
     * @param value its low bytes count
     */
    public void set(MemorySegment structure, long value) {
        if (!isIn(structure)) {
            return;
        }
        long ordered = isBigEndian ? reversed(value) : value;
        switch (bytes) {
            case Byte.BYTES -> structure.set(JAVA_BYTE, offset, (byte) ordered);
            case Short.BYTES -> structure.set(LE16, offset, (short) ordered);
            case Integer.BYTES -> structure.set(LE32, offset, (int) ordered);
            default -> structure.set(LE64, offset, ordered);
        }
    }

    private long reversed(long value) {
        return Long.reverseBytes(value) >>> Long.SIZE - bytes * Byte.SIZE;
    }
}
