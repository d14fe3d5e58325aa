package dev.fenestra.hw.sim.hca.number;

/**
 * A sorted set of small numbers of one thread: a bitmap with two summaries above it, so that finding the next number
 * takes no search.
 */
public final class NumberSet {
    static final int WORD_SHIFT = 6;

    private final long[] bits;
    private final long[] words;
    private final long[] groups;
    private int size;

    /**
     * Makes an empty set.
     *
     * @param capacity one above the highest number
     */
    public NumberSet(int capacity) {
        bits = new long[wordsFor(capacity)];
        words = new long[wordsFor(bits.length)];
        groups = new long[wordsFor(words.length)];
    }

    /** Words that hold a number of bits. */
    static int wordsFor(int count) {
        return Math.max(1, (count - 1 >>> WORD_SHIFT) + 1);
    }

    /**
     * Adds a number; one that is there stays.
     *
     * @param number below the capacity
     */
    public void add(int number) {
        int word = number >>> WORD_SHIFT;
        if ((bits[word] & 1L << number) == 0) {
            addAll(word, 1L << number);
        }
    }

    /** Adds the numbers of one word. */
    void addAll(int word, long numbers) {
        size += Long.bitCount(numbers & ~bits[word]);
        bits[word] |= numbers;
        words[word >>> WORD_SHIFT] |= 1L << word;
        groups[word >>> 2 * WORD_SHIFT] |= 1L << (word >>> WORD_SHIFT);
    }

    /** {@return whether the set is empty} */
    public boolean isEmpty() {
        return size == 0;
    }

    /**
     * {@return the smallest number that is at least {@code from}; -1 when there is none}
     *
     * @param from 0 and up
     */
    public int next(int from) {
        return size == 0 ? -1 : next(bits, words, groups, from);
    }

    /**
     * Removes the smallest number that is at least {@code from}.
     *
     * @param from 0 and up
     * @return the number; -1 when there is none
     */
    public int takeFrom(int from) {
        int number = next(from);
        if (number >= 0) {
            remove(number);
        }
        return number;
    }

    private void remove(int number) {
        int word = number >>> WORD_SHIFT;
        size--;
        bits[word] &= ~(1L << number);
        if (bits[word] == 0) {
            int group = word >>> WORD_SHIFT;
            words[group] &= ~(1L << word);
            if (words[group] == 0) {
                groups[group >>> WORD_SHIFT] &= ~(1L << group);
            }
        }
    }

    private static int next(long[] bits, long[] words, long[] groups, int from) {
        int inWord = inWord(bits, from);
        if (inWord >= 0) {
            return inWord;
        }
        int word = (from >>> WORD_SHIFT) + 1;
        int found = inWord(words, word);
        if (found < 0) {
            int group = (word >>> WORD_SHIFT) + 1;
            int foundGroup = inWords(groups, group);
            if (foundGroup < 0) {
                return -1;
            }
            found = inWord(words, foundGroup << WORD_SHIFT);
        }
        return inWord(bits, found << WORD_SHIFT);
    }

    /** The first bit from here on in its word, or -1. */
    private static int inWord(long[] of, int from) {
        int word = from >>> WORD_SHIFT;
        long set = word < of.length ? of[word] & -1L << from : 0;
        return set == 0 ? -1 : (word << WORD_SHIFT) + Long.numberOfTrailingZeros(set);
    }

    private static int inWords(long[] of, int from) {
        int found = inWord(of, from);
        for (int word = (from >>> WORD_SHIFT) + 1; found < 0 && word < of.length; word++) {
            found = inWord(of, word << WORD_SHIFT);
        }
        return found;
    }
}
