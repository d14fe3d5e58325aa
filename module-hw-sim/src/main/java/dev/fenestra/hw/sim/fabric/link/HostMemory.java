package dev.fenestra.hw.sim.fabric.link;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies memory of hosts, which may disappear at any moment. */
public final class HostMemory {
    private HostMemory() {}

    /**
     * Copies memory of hosts. A program may free it at this moment, after the device has checked it. Such bytes are
     * lost, as those of a store that a bus refuses.
     *
     * <p>The virtual machine ends such a copy with an exception and interrupts its thread. Nobody asked that thread to
     * stop, so the interrupt is cleared with the exception.
     *
     * @param from memory to read
     * @param fromOffset first byte to read
     * @param to memory to write
     * @param toOffset first byte to write
     * @param bytes 0 and up
     */
    public static void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        try {
            if (bytes == Long.BYTES) {
                to.set(
                        ValueLayout.JAVA_LONG_UNALIGNED,
                        toOffset,
                        from.get(ValueLayout.JAVA_LONG_UNALIGNED, fromOffset));
            } else {
                MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
            }
        } catch (IllegalStateException closed) {
            if (from.scope().isAlive() && to.scope().isAlive()) {
                throw closed;
            }
            Thread.interrupted();
        }
    }
}
