package dev.fenestra.uverbs;

/**
 * Memory of a program for the queues of a {@linkplain ProtectionDomain#allocParentDomain parent domain}. Called by the
 * thread that creates or destroys a queue.
 */
public interface BufferAllocator {
    /** Returned in place of an address: there is no memory, and the queue is not created. */
    long NONE = 0;

    /** Returned in place of an address: the library allocates itself (IBV_ALLOCATOR_USE_DEFAULT). */
    long USE_DEFAULT = -1;

    /**
     * Memory for a queue. What lies there is overwritten with zeros.
     *
     * @param bytes of the queue
     * @param alignment what the address is a multiple of
     * @return an address in the process, {@link #NONE} or {@link #USE_DEFAULT}
     */
    long allocate(long bytes, long alignment);

    /**
     * The queue is gone; not called for what the library allocated itself.
     *
     * @param address what this allocator returned
     */
    void free(long address);
}
