package dev.fenestra.hw.sim.card;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The doorbell record of a completion queue: one or two words in memory of software. The first has the count of entries
 * that it has taken. By the second it asks for an event: a number in bits 29:28, which is another one each time,
 * {@link #ANY} or {@link #SOLICITED}, and the count again.
 *
 * @param memory of the record
 * @param order of the bytes of a word
 * @param hasArm whether there is a second word; otherwise software asks in another way
 */
public record PollRecord(PinnedRing memory, ByteOrder order, boolean hasArm) {
    /** The bits of a count. */
    public static final int COUNT_MASK = 0xffffff;
    /** Asks for an event of any entry. */
    public static final int ANY = 2 << 24;
    /** Asks for an event of a solicited entry or an error. */
    public static final int SOLICITED = 1 << 24;

    private static final VarHandle WORD =
            JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    /**
     * Two big-endian words.
     *
     * @param memory of the record
     */
    public PollRecord(PinnedRing memory) {
        this(memory, ByteOrder.BIG_ENDIAN, true);
    }

    private int ordered(int word) {
        return order == ByteOrder.BIG_ENDIAN ? Integer.reverseBytes(word) : word;
    }

    private int word(int number) {
        return ordered((int) WORD.getAcquire(memory.segment(0), memory.offset(0) + (long) number * Integer.BYTES));
    }

    private void word(int number, int value) {
        WORD.setRelease(memory.segment(0), memory.offset(0) + (long) number * Integer.BYTES, ordered(value));
    }

    /** {@return entries taken; only the lower 24 bits count} */
    public int taken() {
        return word(0);
    }

    /**
     * Says how many entries were taken.
     *
     * @param count of entries; only the lower 24 bits count
     */
    public void taken(int count) {
        word(0, count & COUNT_MASK);
    }

    /** {@return the word by which software asks for an event; 0 when there is none} */
    public int asked() {
        return hasArm ? word(1) : 0;
    }

    /**
     * Asks for an event, in a record that has a word for it.
     *
     * @param word as said above
     */
    public void ask(int word) {
        if (hasArm) {
            word(1, word);
        }
    }
}
