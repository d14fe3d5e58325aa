package dev.fenestra.ib.core.vocabulary;

/**
 * Kinds of regions that a device offers beyond registered memory of a program.
 *
 * @param maxFastRegPages pages of a fast-register region ({@code max_fast_reg_page_list_len}); 0 when there are none
 * @param maxDmSize bytes of the device's own memory that a program may allocate; 0 when there is none
 */
public record MemoryLimits(int maxFastRegPages, long maxDmSize) {
    /** Registered memory only. */
    public static final MemoryLimits NONE = new MemoryLimits(0, 0);
}
