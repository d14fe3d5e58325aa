package dev.fenestra.ib.core.memory;

import java.util.BitSet;

/** Numbers that are handed out in runs of consecutive ones, the lowest that fit. */
final class Runs {
    /** No run is long enough. */
    static final int NONE = -1;

    private final BitSet taken = new BitSet();
    private final int first;
    private final int size;

    /**
     * @param first the lowest number
     * @param size how many there are
     */
    Runs(int first, int size) {
        this.first = first;
        this.size = size;
    }

    boolean has(int number) {
        return number >= first && number < first + size;
    }

    /**
     * Takes a run.
     *
     * @param alignment what its first number, counted from the lowest of all, is a multiple of; a power of two
     * @return its first number, or {@link #NONE}
     */
    int take(long count, int alignment) {
        int at = 0;
        while (at + count <= size) {
            int used = taken.nextSetBit(at);
            if (used < 0 || used - at >= count) {
                taken.set(at, (int) (at + count));
                return first + at;
            }
            at = taken.nextClearBit(used) + alignment - 1 & -alignment;
        }
        return NONE;
    }

    void giveBack(int number, int count) {
        taken.clear(number - first, number - first + count);
    }
}
