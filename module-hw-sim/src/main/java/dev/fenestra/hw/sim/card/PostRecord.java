package dev.fenestra.hw.sim.card;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A doorbell record: a word in memory of software, which says how many requests were posted, modulo 65536.
 *
 * @param memory of the record
 * @param order of its bytes
 */
public record PostRecord(PinnedRing memory, ByteOrder order) {
    private static final VarHandle WORD =
            JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final int COUNT_MASK = 0xffff;

    /**
     * A big-endian record.
     *
     * @param memory of the record
     */
    public PostRecord(PinnedRing memory) {
        this(memory, ByteOrder.BIG_ENDIAN);
    }

    private int ordered(int word) {
        return order == ByteOrder.BIG_ENDIAN ? Integer.reverseBytes(word) : word;
    }

    /** {@return requests posted so far, modulo 65536; all bytes of those requests are visible} */
    public int posted() {
        return ordered((int) WORD.getAcquire(memory.segment(0), memory.offset(0))) & COUNT_MASK;
    }

    /**
     * Says how many requests were posted; they have been written.
     *
     * @param count of requests; only the lower 16 bits count
     */
    public void posted(int count) {
        WORD.setRelease(memory.segment(0), memory.offset(0), ordered(count & COUNT_MASK));
    }
}
