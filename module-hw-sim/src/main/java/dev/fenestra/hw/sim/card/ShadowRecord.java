package dev.fenestra.hw.sim.card;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The record of a completion queue, two little-endian words in memory of software. The first names the entry that
 * software takes next. By the second it asks for an event: a number in bits 17:16, which is another one each time,
 * {@link #ANY} and {@link #SOLICITED}, and how often software has gone over to another ring.
 *
 * @param memory of the record
 */
public record ShadowRecord(PinnedRing memory) {
    /** Bytes of a record. */
    public static final int BYTES = 64;
    /** Asks for an event of any entry. */
    public static final int ANY = 1 << 14;
    /** Asks for an event of a solicited entry or an error. */
    public static final int SOLICITED = 1 << 15;
    /** The lowest bit of the number by which an ask differs from the one before. */
    public static final int SEQUENCE = 1 << 16;
    /** The bits of how often software has gone over to another ring. */
    public static final int RINGS = ANY - 1;

    private static final VarHandle WORD =
            JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final int ASK = 32;
    private static final int INDEX = (1 << 20) - 1;

    /** {@return index of the entry that software takes next} */
    public int next() {
        return (int) (long) WORD.getAcquire(memory.segment(0), memory.offset(0)) & INDEX;
    }

    /**
     * Says which entry software takes next.
     *
     * @param index of the entry
     */
    public void next(int index) {
        WORD.setRelease(memory.segment(0), memory.offset(0), (long) index);
    }

    /** {@return the word by which software asks for an event} */
    public int asked() {
        return (int) (long) WORD.getAcquire(memory.segment(ASK), memory.offset(ASK));
    }

    /**
     * Asks for an event.
     *
     * @param word as said above
     */
    public void ask(int word) {
        WORD.setRelease(memory.segment(ASK), memory.offset(ASK), (long) word);
    }
}
