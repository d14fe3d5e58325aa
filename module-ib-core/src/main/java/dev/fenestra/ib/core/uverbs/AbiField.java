package dev.fenestra.ib.core.uverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A field of a structure of the ABI, in the host's byte order (little-endian). A field beyond the end of the given
 * bytes reads as 0 and is not written, as the kernel copies structures of older and newer libraries.
 *
 * @param offset from the start of the structure
 * @param bytes 1, 2, 4 or 8
 */
record AbiField(int offset, int bytes) {
    private static final ValueLayout.OfShort LE16 = JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfInt LE32 = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LE64 = JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong BE64 = JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);

    static AbiField u8(int offset) {
        return new AbiField(offset, Byte.BYTES);
    }

    static AbiField u16(int offset) {
        return new AbiField(offset, Short.BYTES);
    }

    static AbiField u32(int offset) {
        return new AbiField(offset, Integer.BYTES);
    }

    static AbiField u64(int offset) {
        return new AbiField(offset, Long.BYTES);
    }

    /** The same field of a structure that begins later. */
    AbiField at(int start) {
        return new AbiField(start + offset, bytes);
    }

    private boolean isIn(MemorySegment structure) {
        return offset + bytes <= structure.byteSize();
    }

    long get(MemorySegment structure) {
        if (!isIn(structure)) {
            return 0;
        }
        return switch (bytes) {
            case Byte.BYTES -> structure.get(JAVA_BYTE, offset) & 0xffL;
            case Short.BYTES -> structure.get(LE16, offset) & 0xffffL;
            case Integer.BYTES -> structure.get(LE32, offset) & 0xffffffffL;
            default -> structure.get(LE64, offset);
        };
    }

    int getInt(MemorySegment structure) {
        return (int) get(structure);
    }

    boolean isSet(MemorySegment structure) {
        return get(structure) != 0;
    }

    void set(MemorySegment structure, long value) {
        if (!isIn(structure)) {
            return;
        }
        switch (bytes) {
            case Byte.BYTES -> structure.set(JAVA_BYTE, offset, (byte) value);
            case Short.BYTES -> structure.set(LE16, offset, (short) value);
            case Integer.BYTES -> structure.set(LE32, offset, (int) value);
            default -> structure.set(LE64, offset, value);
        }
    }

    /** For GUIDs, which are in network byte order. */
    void setBigEndian(MemorySegment structure, long value) {
        set(structure, Long.reverseBytes(value));
    }

    /** The GID whose 16 bytes begin here. */
    Gid gid(MemorySegment structure) {
        return offset + 2 * Long.BYTES > structure.byteSize()
                ? new Gid(0, 0)
                : new Gid(structure.get(BE64, offset), structure.get(BE64, offset + Long.BYTES));
    }

    void setGid(MemorySegment structure, Gid gid) {
        setBigEndian(structure, gid.high());
        at(Long.BYTES).setBigEndian(structure, gid.low());
    }
}
