package dev.fenestra.ib.core.spi;

import java.lang.foreign.MemorySegment;

/**
 * Kernel memory that a driver lends a process, such as a queue that the kernel half makes
 * ({@code struct rdma_user_mmap_entry}). The process maps it once. The memory lives until the driver has given it back
 * and the process has unmapped it.
 */
public interface LentMemory {
    /** {@return what the process gives to mmap; a multiple of the page size, never used twice by an opened device} */
    long offset();

    /** {@return how many bytes can be mapped; whole pages} */
    long bytes();

    /** {@return the memory, as the kernel reaches it} */
    MemorySegment memory();

    /**
     * The object is gone: its device has stopped using the memory. What has not been mapped by now cannot be mapped any
     * more. A second call does nothing.
     */
    void giveBack();
}
