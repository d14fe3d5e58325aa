package dev.fenestra.hw.sim.card;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The bit by which a slot of a ring says that it was posted. Software stores it last.
 *
 * @param byteAt where in the slot its byte lies
 * @param bit number of the bit in the byte
 */
public record Mark(int byteAt, int bit) {
    private static final VarHandle BYTE = JAVA_BYTE.varHandle();

    /**
     * {@return whether the bit is set; all that was stored before it is visible}
     *
     * @param memory of the slot
     * @param base where it begins
     */
    public boolean isSet(MemorySegment memory, long base) {
        return ((byte) BYTE.getAcquire(memory, base + byteAt) & 1 << bit) != 0;
    }

    /**
     * Stores the bit; all that was stored before becomes visible with it.
     *
     * @param memory of the slot
     * @param base where it begins
     * @param value of the bit
     */
    public void set(MemorySegment memory, long base, boolean value) {
        int others = (byte) BYTE.get(memory, base + byteAt) & ~(1 << bit);
        BYTE.setRelease(memory, base + byteAt, (byte) (value ? others | 1 << bit : others));
    }
}
