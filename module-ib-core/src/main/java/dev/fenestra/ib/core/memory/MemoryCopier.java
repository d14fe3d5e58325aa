package dev.fenestra.ib.core.memory;

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

    private final FrameTable bus;
    private final Touches touches;

    /**
     * Copies to and from the memory of a process.
     *
     * @param memory of the process
     */
    public MemoryCopier(ProcessMemory memory) {
        bus = memory.physical().table();
        touches = memory.touches();
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
            done += checked(address + done, touches.store(address + done, source, from + done, length - done));
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
            done += checked(address + done, touches.load(address + done, target, to + done, length - done));
        }
    }

    private long checked(long address, long piece) {
        if (piece == 0) {
            throw touches.fault(address);
        }
        return piece;
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
            done += checked(address + done, touches.fill(address + done, length - done, value));
        }
    }

    /**
     * Stores 8 bytes at once, in the byte order of this host.
     *
     * @param address virtual address
     * @param value the value to store
     */
    public void putLong(long address, long value) {
        if (touches.contiguous(address) < Long.BYTES) {
            putInt(address, (int) value);
            putInt(address + Integer.BYTES, (int) (value >>> Integer.SIZE));
            return;
        }
        long held = touches.hold(address, true);
        try {
            bus.segment(held).set(LONG, bus.offset(held), value);
        } finally {
            touches.release();
        }
    }

    /**
     * {@return 8 bytes, loaded at once, in the byte order of this host}
     *
     * @param address virtual address
     */
    public long getLong(long address) {
        long begun = touches.begin();
        if (touches.contiguous(address) < Long.BYTES) {
            return getInt(address) & 0xffffffffL | (long) getInt(address + Integer.BYTES) << Integer.SIZE;
        }
        long found = touches.busAddress(address, false);
        long value = bus.segment(found).get(LONG, bus.offset(found));
        return touches.isUndisturbed(begun) ? value : heldLong(address);
    }

    private long heldLong(long address) {
        long held = touches.hold(address, false);
        try {
            return bus.segment(held).get(LONG, bus.offset(held));
        } finally {
            touches.release();
        }
    }

    /**
     * Stores 4 bytes at once, in the byte order of this host.
     *
     * @param address virtual address
     * @param value the value to store
     */
    public void putInt(long address, int value) {
        if (touches.contiguous(address) < Integer.BYTES) {
            for (int i = 0; i < Integer.BYTES; i++) {
                putByte(address + i, (byte) (value >>> i * Byte.SIZE));
            }
            return;
        }
        long held = touches.hold(address, true);
        try {
            bus.segment(held).set(INT, bus.offset(held), value);
        } finally {
            touches.release();
        }
    }

    /**
     * {@return 4 bytes, loaded at once, in the byte order of this host}
     *
     * @param address virtual address
     */
    public int getInt(long address) {
        long begun = touches.begin();
        if (touches.contiguous(address) < Integer.BYTES) {
            int value = 0;
            for (int i = 0; i < Integer.BYTES; i++) {
                value |= (getByte(address + i) & 0xff) << i * Byte.SIZE;
            }
            return value;
        }
        long found = touches.busAddress(address, false);
        int value = bus.segment(found).get(INT, bus.offset(found));
        return touches.isUndisturbed(begun) ? value : heldInt(address);
    }

    private int heldInt(long address) {
        long held = touches.hold(address, false);
        try {
            return bus.segment(held).get(INT, bus.offset(held));
        } finally {
            touches.release();
        }
    }

    /**
     * Stores a byte at once, in the byte order of this host.
     *
     * @param address virtual address
     * @param value the value to store
     */
    public void putByte(long address, byte value) {
        long held = touches.hold(address, true);
        try {
            bus.segment(held).set(ValueLayout.JAVA_BYTE, bus.offset(held), value);
        } finally {
            touches.release();
        }
    }

    /**
     * {@return a byte, loaded at once, in the byte order of this host}
     *
     * @param address virtual address
     */
    public byte getByte(long address) {
        long begun = touches.begin();
        long found = touches.busAddress(address, false);
        byte value = bus.segment(found).get(ValueLayout.JAVA_BYTE, bus.offset(found));
        return touches.isUndisturbed(begun) ? value : heldByte(address);
    }

    private byte heldByte(long address) {
        long held = touches.hold(address, false);
        try {
            return bus.segment(held).get(ValueLayout.JAVA_BYTE, bus.offset(held));
        } finally {
            touches.release();
        }
    }
}
