package dev.fenestra.vendor.slate.card;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Two counts that software stores behind its rings when it rings no doorbells. What it wrote before a count is seen
 * with it.
 *
 * @param memory of the rings
 * @param at where in it the record lies
 */
record PostedRecord(CardMemory memory, int at) {
    private static final VarHandle COUNT =
            ValueLayout.JAVA_INT.withOrder(LITTLE_ENDIAN).varHandle();

    /** Send descriptors posted; of a CQ, entries taken. */
    int first() {
        return (int) COUNT.getAcquire(memory.segment(at), memory.offset(at));
    }

    /** Receive descriptors posted. */
    int second() {
        return (int) COUNT.getAcquire(memory.segment(at), memory.offset(at) + Integer.BYTES);
    }

    /** Both queues are empty again. */
    void clear() {
        COUNT.setRelease(memory.segment(at), memory.offset(at), 0);
        COUNT.setRelease(memory.segment(at), memory.offset(at) + Integer.BYTES, 0);
    }
}
