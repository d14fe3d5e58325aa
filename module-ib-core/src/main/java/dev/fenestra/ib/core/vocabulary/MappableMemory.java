package dev.fenestra.ib.core.vocabulary;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Where a host has the kernel memory that programs map, such as the queues that a kernel makes. By default it is the
 * JVM's own. Programs in other processes need memory of a file.
 */
public interface MappableMemory {
    /** Memory of this JVM. It lives as long as anybody can reach it. */
    MappableMemory PRIVATE = new MappableMemory() {
        private static final long PAGE = 4096;

        @Override
        public MemorySegment allocate(long bytes) {
            return Arena.ofAuto().allocate(bytes, PAGE);
        }

        @Override
        public void free(MemorySegment memory) {
            // The last mapping frees it.
        }
    };

    /**
     * {@return zeroed memory that begins on a page; null when there is no room}
     *
     * @param bytes whole pages
     */
    @Nullable
    MemorySegment allocate(long bytes);

    /**
     * Takes memory back that the kernel has stopped using. A process may still have it mapped: then nobody gets this
     * memory before the mapping is gone.
     *
     * @param memory that {@link #allocate} gave out
     */
    void free(MemorySegment memory);
}
