package dev.fenestra.hw.sim.hca.number;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A set of small numbers that any thread may add to and one thread at a time drains in ascending order, without locks
 * or allocation. A number that another thread adds goes to a place for one number or, when that is taken, to a bitmap
 * with two summaries above it. The draining thread moves it to its own set. So the usual case, one queue rung for and
 * served, costs one atomic operation on either side.
 *
 * <p>A number is removed before its work is done. So the next drain finds a number that is added meanwhile, and no
 * wake-up is lost. A thread that adds a number writes it even when the set has it already. So the drain that removes it
 * sees everything stored before.
 */
public final class ReadySet {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int WORD_SHIFT = NumberSet.WORD_SHIFT;
    private static final int NOBODY = -1;

    private final AtomicInteger single = new AtomicInteger(NOBODY);

    private final NumberSet taken;
    private final long[] bits;
    private final long[] words;
    private final long[] groups;

    /**
     * Makes an empty set.
     *
     * @param capacity one above the highest number
     */
    public ReadySet(int capacity) {
        taken = new NumberSet(capacity);
        bits = new long[NumberSet.wordsFor(capacity)];
        words = new long[NumberSet.wordsFor(bits.length)];
        groups = new long[NumberSet.wordsFor(words.length)];
    }

    /**
     * Adds a number. Callable from any thread.
     *
     * @param number below the capacity
     */
    public void add(int number) {
        int there = single.getPlain();
        boolean isMine = there == NOBODY || there == number;
        if (!isMine || !single.compareAndSet(there, number)) {
            addToBitmap(number);
        }
    }

    private void addToBitmap(int number) {
        int word = number >>> WORD_SHIFT;
        long bit = 1L << number;
        if (((long) WORDS.getAndBitwiseOr(bits, word, bit) & bit) == 0) {
            int group = word >>> WORD_SHIFT;
            WORDS.getAndBitwiseOr(words, group, 1L << word);
            WORDS.getAndBitwiseOr(groups, group >>> WORD_SHIFT, 1L << group);
        }
    }

    /**
     * Adds a number. Only the draining thread calls this.
     *
     * @param number below the capacity
     */
    public void addOwn(int number) {
        taken.add(number);
    }

    /** {@return whether the set is empty} Only the draining thread calls this. */
    public boolean isEmpty() {
        return taken.isEmpty() && !hasMore();
    }

    private boolean hasMore() {
        return single.getAcquire() != NOBODY || hasBitmap();
    }

    private boolean hasBitmap() {
        for (int i = 0; i < groups.length; i++) {
            if ((long) WORDS.getAcquire(groups, i) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Removes the smallest number that is at least {@code from}.
     *
     * @param from 0 and up
     * @return the number; -1 when there is none
     */
    public int takeFrom(int from) {
        if (single.getAcquire() != NOBODY) {
            taken.add(single.getAndSet(NOBODY));
        }
        if (hasBitmap()) {
            takeOver();
        }
        return taken.takeFrom(from);
    }

    /** {@return whether any number is left of those in the set at the last {@link #takeFrom}} */
    public boolean hasTaken() {
        return !taken.isEmpty();
    }

    /**
     * {@return the smallest number that is at least {@code from}, of those in the set at the last {@link #takeFrom}; -1
     * for none}
     *
     * @param from 0 and up
     */
    public int next(int from) {
        return taken.next(from);
    }

    /**
     * Moves all numbers to the own set. It clears from the top down while others write from the bottom up. The next
     * drain finds a number that is added meanwhile.
     */
    private void takeOver() {
        for (int i = 0; i < groups.length; i++) {
            long set = (long) WORDS.getAndSet(groups, i, 0L);
            for (; set != 0; set &= set - 1) {
                takeOverGroup((i << WORD_SHIFT) + Long.numberOfTrailingZeros(set));
            }
        }
    }

    private void takeOverGroup(int group) {
        long set = (long) WORDS.getAndSet(words, group, 0L);
        for (; set != 0; set &= set - 1) {
            int word = (group << WORD_SHIFT) + Long.numberOfTrailingZeros(set);
            long numbers = (long) WORDS.getAndSet(bits, word, 0L);
            if (numbers != 0) {
                taken.addAll(word, numbers);
            }
        }
    }
}
