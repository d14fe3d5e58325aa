package dev.fenestra.uverbs;

import dev.fenestra.ib.core.memory.MemoryCopier;
import dev.fenestra.ib.core.memory.ProcessMemory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Memory of the program, to be registered and used. Offsets count from its first byte; outside its length every access
 * is an {@link IndexOutOfBoundsException}. Numbers are little-endian.
 */
public final class Memory implements AutoCloseable {
    private final ProcessMemory process;
    private final MemoryCopier bytes;
    private final long address;
    private final long length;
    private volatile boolean open = true;

    Memory(ProcessMemory process, long address, long length) {
        this.process = process;
        this.address = address;
        this.length = length;
        bytes = new MemoryCopier(process);
    }

    /** Virtual address of its first byte. */
    public long address() {
        return address;
    }

    public long length() {
        return length;
    }

    public void put(long offset, byte[] source) {
        put(offset, source, 0, source.length);
    }

    public void put(long offset, byte[] source, int from, int count) {
        bytes.put(at(offset, count), source, from, count);
    }

    public byte[] get(long offset, int count) {
        byte[] target = new byte[count];
        get(offset, target, 0, count);
        return target;
    }

    public void get(long offset, byte[] target, int to, int count) {
        bytes.get(at(offset, count), target, to, count);
    }

    public void putLong(long offset, long value) {
        bytes.putLong(at(offset, Long.BYTES), value);
    }

    public long getLong(long offset) {
        return bytes.getLong(at(offset, Long.BYTES));
    }

    /** Sets every byte. */
    public void fill(byte value) {
        bytes.fill(at(0, length), length, value);
    }

    /** Copies a whole segment to an offset of this memory. */
    public void copyFrom(long offset, MemorySegment source) {
        bytes.put(at(offset, source.byteSize()), source, 0, source.byteSize());
    }

    /** Fills a whole segment from an offset of this memory on. */
    public void copyTo(long offset, MemorySegment target) {
        bytes.get(at(offset, target.byteSize()), target, 0, target.byteSize());
    }

    /**
     * Unmaps it; what is registered stays reachable for the device until it is deregistered. Freeing twice is harmless.
     */
    public synchronized void free() {
        if (open) {
            process.free(address);
            open = false;
        }
    }

    @Override
    public void close() {
        free();
    }

    @Override
    public String toString() {
        return String.format("memory 0x%x+0x%x", address, length);
    }

    /** The virtual address of a range that lies inside. */
    long at(long offset, long count) {
        if (!open) {
            throw new IllegalStateException(this + " is freed");
        }
        return address + Objects.checkFromIndexSize(offset, count, length);
    }
}
