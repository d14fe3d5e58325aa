package dev.fenestra.hw.sim.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A set of small numbers that any thread may add to and one thread drains in ascending order, without locks or allocation: a
 * bitmap with a summary above it.
 *
 * <p>A number is taken out before it is worked on, so what is added meanwhile is found by the next drain and no wake-up is lost.
 */
final class ReadySet {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int WORD_SHIFT = 6;

    private final long[] bits;
    private final long[] summary;

    ReadySet(int capacity) {
        bits = new long[(capacity >>> WORD_SHIFT) + 1];
        summary = new long[(bits.length >>> WORD_SHIFT) + 1];
    }

    void add(int number) {
        int word = number >>> WORD_SHIFT;
        long bit = 1L << number;
        if (((long) WORDS.getAcquire(bits, word) & bit) == 0) {
            WORDS.getAndBitwiseOr(bits, word, bit);
            WORDS.getAndBitwiseOr(summary, word >>> WORD_SHIFT, 1L << word);
        }
    }

    boolean isEmpty() {
        for (int i = 0; i < summary.length; i++) {
            if ((long) WORDS.getAcquire(summary, i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Takes out the smallest number that is at least {@code from}; -1 when there is none. */
    int takeFrom(int from) {
        int word = from >>> WORD_SHIFT;
        long mask = -1L << from;
        while (word >= 0 && word < bits.length) {
            int found = takeInWord(word, mask);
            if (found >= 0) {
                return found;
            }
            mask = -1L;
            word = nextWord(word + 1);
        }
        return -1;
    }

    private int takeInWord(int word, long mask) {
        long all = (long) WORDS.getAcquire(bits, word);
        if (all == 0) {
            clearSummary(word);
            return -1;
        }
        long set = all & mask;
        if (set == 0) {
            return -1;
        }
        int bit = Long.numberOfTrailingZeros(set);
        long before = (long) WORDS.getAndBitwiseAnd(bits, word, ~(1L << bit));
        if (before == 1L << bit) {
            clearSummary(word);
        }
        return (word << WORD_SHIFT) + bit;
    }

    /** The word ran empty; an add that slips in between sets the summary again, here or by itself. */
    private void clearSummary(int word) {
        WORDS.getAndBitwiseAnd(summary, word >>> WORD_SHIFT, ~(1L << word));
        if ((long) WORDS.getAcquire(bits, word) != 0) {
            WORDS.getAndBitwiseOr(summary, word >>> WORD_SHIFT, 1L << word);
        }
    }

    private int nextWord(int from) {
        int group = from >>> WORD_SHIFT;
        if (group >= summary.length) {
            return -1;
        }
        long set = (long) WORDS.getAcquire(summary, group) & -1L << from;
        while (set == 0) {
            if (++group == summary.length) {
                return -1;
            }
            set = (long) WORDS.getAcquire(summary, group);
        }
        return (group << WORD_SHIFT) + Long.numberOfTrailingZeros(set);
    }
}
