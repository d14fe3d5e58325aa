package dev.fenestra.hw.sim.card;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A doorbell record: a big-endian word in memory of software, which says how many requests were posted, modulo 65536.
 *
 * @param memory of the record
 */
public record PostRecord(PinnedRing memory) {
    private static final VarHandle WORD =
            JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).varHandle();
    private static final int COUNT_MASK = 0xffff;

    /** {@return requests posted so far, modulo 65536; all bytes of those requests are visible} */
    public int posted() {
        return (int) WORD.getAcquire(memory.segment(0), memory.offset(0)) & COUNT_MASK;
    }

    /**
     * Says how many requests were posted; they have been written.
     *
     * @param count of requests; only the lower 16 bits count
     */
    public void posted(int count) {
        WORD.setRelease(memory.segment(0), memory.offset(0), count & COUNT_MASK);
    }
}
