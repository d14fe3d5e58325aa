package dev.fenestra.uverbs;

import dev.fenestra.uverbs.handles.ProtectionDomain;

/**
 * Provides memory for the queues of a {@linkplain ProtectionDomain#allocParentDomain parent domain}. The thread that
 * creates or destroys a queue calls it.
 */
public interface BufferAllocator {
    /** The answer when there is no memory. The queue is not created. */
    long NONE = 0;

    /** The answer when the library is to allocate the memory itself (IBV_ALLOCATOR_USE_DEFAULT). */
    long USE_DEFAULT = -1;

    /**
     * Provides memory for a queue. The library fills it with zeros.
     *
     * @param bytes of the queue
     * @param alignment the address must be a multiple of this
     * @return an address in the process, {@link #NONE} or {@link #USE_DEFAULT}
     */
    long allocate(long bytes, long alignment);

    /**
     * Takes the memory of a destroyed queue back. It is not called for memory that the library allocated itself.
     *
     * @param address what this allocator returned
     */
    void free(long address);
}
