package dev.fenestra.hw.sim.hca.number;

import java.util.ArrayDeque;

/** Hands out object numbers: freed ones first, oldest first, then fresh ones in order. */
public final class NumberPool {
    /** Every number is in use. */
    public static final int NONE = -1;

    private final ArrayDeque<Integer> freed = new ArrayDeque<>();
    private final int limit;
    private int fresh;

    /**
     * Makes a pool of free numbers.
     *
     * @param first lowest number
     * @param limit one above the highest
     */
    public NumberPool(int first, int limit) {
        fresh = first;
        this.limit = limit;
    }

    /**
     * Takes a number.
     *
     * @return the number, or {@link #NONE}
     */
    public int take() {
        Integer oldest = freed.poll();
        if (oldest != null) {
            return oldest;
        }
        return fresh < limit ? fresh++ : NONE;
    }

    /**
     * Gives a number back.
     *
     * @param number one that was taken
     */
    public void free(int number) {
        freed.add(number);
    }
}
