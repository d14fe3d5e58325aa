package dev.fenestra.ib.core.spi;

import java.lang.foreign.MemorySegment;

/**
 * A piece of kernel memory, within one page.
 *
 * @param segment the memory it lies in
 * @param offset where it begins there
 * @param busAddress where devices find it
 * @param bytes its length
 */
public record KernelBuffer(MemorySegment segment, long offset, long busAddress, int bytes) {}
