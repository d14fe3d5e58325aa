package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;

/**
 * A process's memory as its own user-space code sees it: by virtual address, in pieces that are contiguous.
 *
 * <p>A page of the program may go elsewhere at any time, for instance into the swap space. {@link #load} and
 * {@link #store} then use the page that is right. What {@link #segment} and {@link #offset} return is right only while
 * the page is pinned, as the memory of queues is.
 */
public interface UserMemory {

    /**
     * Maps zeroed pages; the address is page-aligned. Refused with ENOMEM when the host has no frames left.
     *
     * @param bytes rounded up to whole pages
     * @return the address
     */
    long allocate(long bytes);

    /**
     * Maps zeroed pages whose frames follow each other on the bus. Refused with ENOMEM when the host has no such run of
     * frames, EOPNOTSUPP by default.
     *
     * @param bytes rounded up to whole pages
     * @return the address
     */
    default long allocateContiguous(long bytes) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "no contiguous memory");
    }

    /**
     * Unmaps what {@link #allocate} mapped at this address. Pinned pages live on until they are unpinned.
     *
     * @param address virtual address of the first byte
     */
    void free(long address);

    /**
     * Loads bytes of the program.
     *
     * @param address virtual address of the first byte
     * @param target where they go
     * @param to index of the first byte in the target
     * @param length bytes
     * @return bytes that were loaded: not more than lie in the page, and 0 where nothing is mapped
     */
    default long load(long address, MemorySegment target, long to, long length) {
        long piece = Math.min(length, contiguous(address));
        if (piece > 0) {
            MemorySegment.copy(segment(address), offset(address), target, to, piece);
        }
        return piece;
    }

    /**
     * Stores bytes of the program.
     *
     * @param address virtual address of the first byte
     * @param source where they come from
     * @param from index of the first byte in the source
     * @param length bytes
     * @return bytes that were stored: not more than lie in the page, and 0 where nothing is mapped or the program may
     *     not store
     */
    default long store(long address, MemorySegment source, long from, long length) {
        long piece = Math.min(length, contiguous(address));
        if (piece > 0) {
            MemorySegment.copy(source, from, writableSegment(address), offset(address), piece);
        }
        return piece;
    }

    /**
     * {@return the segment behind a virtual address; has a meaning only while {@link #contiguous} is not 0 there}
     *
     * @param address virtual address of the first byte
     */
    MemorySegment segment(long address);

    /**
     * {@return the memory of an address, to be stored to}
     *
     * @param address virtual address of the first byte
     */
    default MemorySegment writableSegment(long address) {
        return segment(address);
    }

    /**
     * {@return where in its segment the address lies}
     *
     * @param address virtual address of the first byte
     */
    long offset(long address);

    /**
     * {@return bytes from the address on that lie contiguously in its segment; 0 when the address is not mapped}
     *
     * @param address virtual address of the first byte
     */
    long contiguous(long address);
}
