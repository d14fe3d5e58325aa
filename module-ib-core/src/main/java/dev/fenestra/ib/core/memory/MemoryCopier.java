package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.UserMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Loads and stores of a program in its own memory, by virtual address, across pages. Numbers are little-endian, the
 * order of the simulated host. An unmapped page, or a read-only page for a store, throws a {@link SegmentationFault}.
 * The bytes before it are already copied, as on a real machine.
 */
public final class MemoryCopier {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final UserMemory memory;

    /**
     * Copies to and from the memory of a process.
     *
     * @param memory of the process
     */
    public MemoryCopier(UserMemory memory) {
        this.memory = memory;
    }

    /**
     * Copies from a segment, such as {@code MemorySegment.ofArray(bytes)}, into process memory.
     *
     * @param address virtual address of the first byte
     * @param source the bytes to copy
     * @param from index of the first byte in the source
     * @param length bytes
     */
    public void put(long address, MemorySegment source, long from, long length) {
        for (long done = 0; done < length; ) {
            long at = address + done;
            MemorySegment page = memory.writableSegment(at);
            long piece = Math.min(length - done, memory.contiguous(at));
            MemorySegment.copy(source, from + done, page, memory.offset(at), piece);
            done += piece;
        }
    }

    /**
     * Copies from process memory into a segment.
     *
     * @param address virtual address of the first byte
     * @param target where the bytes go
     * @param to index of the first byte in the target
     * @param length bytes
     */
    public void get(long address, MemorySegment target, long to, long length) {
        for (long done = 0; done < length; ) {
            long at = address + done;
            MemorySegment page = memory.segment(at);
            long piece = Math.min(length - done, memory.contiguous(at));
            MemorySegment.copy(page, memory.offset(at), target, to + done, piece);
            done += piece;
        }
    }

    /**
     * Stores a part of an array.
     *
     * @param address virtual address of the first byte
     * @param source the bytes to copy
     * @param from index of the first byte in the source
     * @param length bytes
     */
    public void put(long address, byte[] source, int from, int length) {
        put(address, MemorySegment.ofArray(source), from, length);
    }

    /**
     * Loads bytes into a part of an array.
     *
     * @param address virtual address of the first byte
     * @param target where the bytes go
     * @param to index of the first byte in the target
     * @param length bytes
     */
    public void get(long address, byte[] target, int to, int length) {
        get(address, MemorySegment.ofArray(target), to, length);
    }

    /**
     * Stores one byte all over a range.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     * @param value the byte
     */
    public void fill(long address, long length, byte value) {
        for (long done = 0; done < length; ) {
            long at = address + done;
            MemorySegment page = memory.writableSegment(at);
            long piece = Math.min(length - done, memory.contiguous(at));
            page.asSlice(memory.offset(at), piece).fill(value);
            done += piece;
        }
    }

    /**
     * Stores 8 bytes at once, in the byte order of this host.
     *
     * @param address virtual address
     * @param value the value to store
     */
    public void putLong(long address, long value) {
        if (memory.contiguous(address) >= Long.BYTES) {
            memory.writableSegment(address).set(LONG, memory.offset(address), value);
        } else {
            putInt(address, (int) value);
            putInt(address + Integer.BYTES, (int) (value >>> Integer.SIZE));
        }
    }

    /**
     * {@return 8 bytes, loaded at once, in the byte order of this host}
     *
     * @param address virtual address
     */
    public long getLong(long address) {
        if (memory.contiguous(address) >= Long.BYTES) {
            return memory.segment(address).get(LONG, memory.offset(address));
        }
        return getInt(address) & 0xffffffffL | (long) getInt(address + Integer.BYTES) << Integer.SIZE;
    }

    /**
     * Stores 4 bytes at once, in the byte order of this host.
     *
     * @param address virtual address
     * @param value the value to store
     */
    public void putInt(long address, int value) {
        if (memory.contiguous(address) >= Integer.BYTES) {
            memory.writableSegment(address).set(INT, memory.offset(address), value);
            return;
        }
        for (int i = 0; i < Integer.BYTES; i++) {
            putByte(address + i, (byte) (value >>> i * Byte.SIZE));
        }
    }

    /**
     * {@return 4 bytes, loaded at once, in the byte order of this host}
     *
     * @param address virtual address
     */
    public int getInt(long address) {
        if (memory.contiguous(address) >= Integer.BYTES) {
            return memory.segment(address).get(INT, memory.offset(address));
        }
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value |= (getByte(address + i) & 0xff) << i * Byte.SIZE;
        }
        return value;
    }

    /**
     * Stores a byte at once, in the byte order of this host.
     *
     * @param address virtual address
     * @param value the value to store
     */
    public void putByte(long address, byte value) {
        memory.writableSegment(address).set(ValueLayout.JAVA_BYTE, memory.offset(address), value);
    }

    /**
     * {@return a byte, loaded at once, in the byte order of this host}
     *
     * @param address virtual address
     */
    public byte getByte(long address) {
        return memory.segment(address).get(ValueLayout.JAVA_BYTE, memory.offset(address));
    }
}
