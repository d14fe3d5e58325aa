package dev.fenestra.vendor.slate.card;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The memory of a shared receive queue: a header of one descriptor's size, then the ring. The header says how many
 * receives the card has taken off the ring; the place of a receive that was taken is free at once.
 */
public final class SharedRing {
    private static final VarHandle TAKEN =
            ValueLayout.JAVA_INT.withOrder(LITTLE_ENDIAN).varHandle();

    private SharedRing() {}

    /** Bytes of a ring of so many descriptors. */
    public static long bytes(int entries) {
        return (entries + 1L) * Descriptor.BYTES;
    }

    /**
     * Where the descriptor of the receive with this count lies.
     *
     * @param entries a power of two
     */
    public static int at(int count, int entries) {
        return (1 + (count & entries - 1)) * Descriptor.BYTES;
    }

    /** Says how many were taken, modulo 65536; the card does not look at their descriptors any more. */
    static void publishTaken(MemorySegment memory, long base, int count) {
        TAKEN.setRelease(memory, base, count);
    }

    /** How many were taken, modulo 65536; their places may be written. */
    public static int taken(MemorySegment memory, long base) {
        return (int) TAKEN.getAcquire(memory, base);
    }
}
