package dev.fenestra.vendor.mlx.abi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A field of a udata structure, in the host's byte order (little-endian).
 *
 * @param offset from the start of the structure
 * @param bytes 1, 2, 4 or 8
 */
public record UdataField(int offset, int bytes) {
    private static final ValueLayout.OfShort LE16 = JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfInt LE32 = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LE64 = JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);

    /**
     * {@return the value, unsigned if it is shorter than 8 bytes}
     *
     * @param udata request or response
     */
    public long get(MemorySegment udata) {
        return switch (bytes) {
            case 1 -> udata.get(JAVA_BYTE, offset) & 0xffL;
            case 2 -> udata.get(LE16, offset) & 0xffffL;
            case 4 -> udata.get(LE32, offset) & 0xffffffffL;
            default -> udata.get(LE64, offset);
        };
    }

    /**
     * {@return the low 32 bits of the value}
     *
     * @param udata request or response
     */
    public int getInt(MemorySegment udata) {
        return (int) get(udata);
    }

    /**
     * Writes the value.
     *
     * @param udata request or response
     * @param value its low bytes count
     */
    public void set(MemorySegment udata, long value) {
        switch (bytes) {
            case 1 -> udata.set(JAVA_BYTE, offset, (byte) value);
            case 2 -> udata.set(LE16, offset, (short) value);
            case 4 -> udata.set(LE32, offset, (int) value);
            default -> udata.set(LE64, offset, value);
        }
    }
}
