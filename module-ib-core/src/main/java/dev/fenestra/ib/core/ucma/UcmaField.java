package dev.fenestra.ib.core.ucma;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A field of a structure, in the byte order of the host (little-endian) unless a method says otherwise.
 *
 * @param offset from the start of the structure
 * @param bytes how many it has
 */
record UcmaField(int offset, int bytes) {
    static UcmaField u8(int offset) {
        return new UcmaField(offset, Byte.BYTES);
    }

    static UcmaField u16(int offset) {
        return new UcmaField(offset, Short.BYTES);
    }

    static UcmaField u32(int offset) {
        return new UcmaField(offset, Integer.BYTES);
    }

    static UcmaField u64(int offset) {
        return new UcmaField(offset, Long.BYTES);
    }

    /** {@return the same field of a structure that begins there} */
    UcmaField at(int start) {
        return new UcmaField(start + offset, bytes);
    }

    /** {@return the first byte behind it} */
    int end() {
        return offset + bytes;
    }

    long get(ByteBuffer from) {
        ByteBuffer structure = ordered(from, ByteOrder.LITTLE_ENDIAN);
        return switch (bytes) {
            case Byte.BYTES -> structure.get(offset) & 0xffL;
            case Short.BYTES -> structure.getShort(offset) & 0xffffL;
            case Integer.BYTES -> structure.getInt(offset) & 0xffff_ffffL;
            default -> structure.getLong(offset);
        };
    }

    int number(ByteBuffer from) {
        return (int) get(from);
    }

    void set(ByteBuffer into, long value) {
        put(ordered(into, ByteOrder.LITTLE_ENDIAN), value);
    }

    /** Stores in network order. */
    void setBigEndian(ByteBuffer into, long value) {
        put(ordered(into, ByteOrder.BIG_ENDIAN), value);
    }

    private void put(ByteBuffer structure, long value) {
        switch (bytes) {
            case Byte.BYTES -> structure.put(offset, (byte) value);
            case Short.BYTES -> structure.putShort(offset, (short) value);
            case Integer.BYTES -> structure.putInt(offset, (int) value);
            default -> structure.putLong(offset, value);
        }
    }

    private static ByteBuffer ordered(ByteBuffer structure, ByteOrder order) {
        return structure.duplicate().order(order);
    }
}
