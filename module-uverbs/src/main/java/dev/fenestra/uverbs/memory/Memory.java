package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.memory.AccessObserver;
import dev.fenestra.ib.core.memory.MemoryCopier;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.Madvise;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Memory of the program, which can be registered. Offsets count from its first byte. An access outside of it throws
 * {@link IndexOutOfBoundsException}, and so does a store to read-only pages (a segmentation fault). Numbers are
 * little-endian.
 */
public final class Memory implements AutoCloseable {
    private final ProcessMemory process;
    private final MemoryCopier bytes;
    private final long address;
    private final long length;
    private final long firstPage;
    private final long endPage;
    private volatile boolean open = true;

    /**
     * Names mapped memory of a process. A program gets it from its context or its process.
     *
     * @param process that has mapped it
     * @param address virtual address of the first byte
     * @param length bytes
     * @param options what it was mapped with
     */
    @SuppressWarnings("exports")
    public Memory(ProcessMemory process, long address, long length, MapOptions options) {
        this.process = process;
        this.address = address;
        this.length = length;
        bytes = new MemoryCopier(process);
        firstPage = address & -options.pageBytes();
        endPage = address + length + options.pageBytes() - 1 & -options.pageBytes();
    }

    /** {@return virtual address of its first byte} */
    public long address() {
        return address;
    }

    /** {@return its length in bytes} */
    public long length() {
        return length;
    }

    /**
     * Stores bytes.
     *
     * @param offset bytes from the beginning
     * @param source the bytes, all of which are copied
     */
    public void put(long offset, byte[] source) {
        put(offset, source, 0, source.length);
    }

    /**
     * Stores a part of an array; {@link IndexOutOfBoundsException} outside of either.
     *
     * @param offset bytes from the beginning
     * @param source where the bytes come from
     * @param from index of the first byte in the source
     * @param count bytes
     */
    public void put(long offset, byte[] source, int from, int count) {
        bytes.put(at(offset, count), source, from, count);
        stored(offset, count);
    }

    /**
     * {@return a copy of bytes} {@link IndexOutOfBoundsException} outside of the memory.
     *
     * @param offset bytes from the beginning
     * @param count bytes
     */
    public byte[] get(long offset, int count) {
        byte[] target = new byte[count];
        get(offset, target, 0, count);
        return target;
    }

    /**
     * Loads bytes into a part of an array; {@link IndexOutOfBoundsException} outside of either.
     *
     * @param offset bytes from the beginning
     * @param target where the bytes go
     * @param to index of the first byte in the target
     * @param count bytes
     */
    public void get(long offset, byte[] target, int to, int count) {
        bytes.get(at(offset, count), target, to, count);
        loaded(offset, count);
    }

    /**
     * Stores 8 bytes at once, in the byte order of this host.
     *
     * @param offset bytes from the beginning
     * @param value the 8 bytes
     */
    public void putLong(long offset, long value) {
        bytes.putLong(at(offset, Long.BYTES), value);
        stored(offset, Long.BYTES);
    }

    /**
     * {@return 8 bytes, loaded at once, in the byte order of this host}
     *
     * @param offset bytes from the beginning
     */
    public long getLong(long offset) {
        long value = bytes.getLong(at(offset, Long.BYTES));
        loaded(offset, Long.BYTES);
        return value;
    }

    /**
     * Sets every byte.
     *
     * @param value the byte that every byte of the memory becomes
     */
    public void fill(byte value) {
        bytes.fill(at(0, length), length, value);
        stored(0, length);
    }

    /**
     * Copies a whole segment to an offset of this memory.
     *
     * @param offset bytes from the beginning
     * @param source the bytes to copy
     */
    public void copyFrom(long offset, MemorySegment source) {
        bytes.put(at(offset, source.byteSize()), source, 0, source.byteSize());
        stored(offset, source.byteSize());
    }

    /**
     * Fills a whole segment from an offset of this memory on.
     *
     * @param offset bytes from the beginning
     * @param target where the bytes go
     */
    public void copyTo(long offset, MemorySegment target) {
        bytes.get(at(offset, target.byteSize()), target, 0, target.byteSize());
        loaded(offset, target.byteSize());
    }

    /**
     * Unmaps some of its pages ({@code munmap}). An access to them is then a segmentation fault. Registered pages stay
     * reachable for the device.
     *
     * @param offset of the first page
     * @param count bytes, rounded up to whole pages
     * @throws VerbsException EINVAL for an address that is not page-aligned, for no bytes, and for a part of a huge
     *     page
     */
    public void unmap(long offset, long count) {
        long from = at(offset, count);
        unmapping(from, count);
        process.unmap(from, count);
    }

    /**
     * Makes some of its pages writable or read-only ({@code mprotect}). Regions keep the rights that they were
     * registered with.
     *
     * @param offset bytes from the beginning
     * @param count bytes
     * @param writable whether the program may store there
     * @throws VerbsException EINVAL as {@link #unmap}, ENOMEM for pages that are unmapped, EACCES to store to a
     *     read-only segment
     */
    public void protect(long offset, long count, boolean writable) {
        process.protect(at(offset, count), count, writable);
    }

    /**
     * Gives advice about some of its pages ({@code madvise}). DONTNEED drops their contents. The program then finds
     * zeroed pages. A region that has pinned the old pages keeps them; a region with on-demand paging gets the new
     * ones.
     *
     * @param advice the advice
     * @param offset bytes from the beginning
     * @param count bytes
     * @throws VerbsException EINVAL as {@link #unmap} and, for DONTNEED, for a segment; ENOMEM for pages that are
     *     unmapped. Then nothing is changed; Linux would have changed the mapped pages
     */
    public void advise(Madvise advice, long offset, long count) {
        long from = at(offset, count);
        switch (advice) {
            case DONTNEED -> process.discard(from, count);
            case DONTFORK -> process.inherit(from, count, false);
            case DOFORK -> process.inherit(from, count, true);
        }
    }

    /**
     * Swaps pages out, as a kernel does that needs frames. Tests use it to show what survives that. The next access
     * brings a page back, in another frame. Pinned pages, huge pages and segments stay where they are. Other threads
     * may load and store meanwhile.
     *
     * @param offset bytes from the beginning
     * @param count bytes
     * @return how many pages were swapped out
     */
    public long swapOut(long offset, long count) {
        return process.swapOut(at(offset, count), count, true);
    }

    /**
     * Unmaps it. Registered pages stay reachable for the device until they are deregistered. A second call does
     * nothing.
     */
    public synchronized void free() {
        if (open) {
            unmapping(firstPage, endPage - firstPage);
            process.unmap(firstPage, endPage - firstPage);
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

    /**
     * {@return the virtual address of a range that must lie inside, else {@link IndexOutOfBoundsException}}
     *
     * @param offset bytes from the beginning
     * @param count bytes
     */
    public long at(long offset, long count) {
        if (!open) {
            throw new IllegalStateException(this + " is freed");
        }
        return address + Objects.checkFromIndexSize(offset, count, length);
    }

    private void stored(long offset, long count) {
        for (AccessObserver observer : process.observers()) {
            observer.stored(address + offset, count);
        }
    }

    private void loaded(long offset, long count) {
        for (AccessObserver observer : process.observers()) {
            observer.loaded(address + offset, count);
        }
    }

    private void unmapping(long from, long count) {
        for (AccessObserver observer : process.observers()) {
            observer.unmapping(from, count);
        }
    }
}
