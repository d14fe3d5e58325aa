package dev.fenestra.hw.sim.hca.number;

import java.util.ArrayDeque;

/**
 * Hands out object numbers: freed ones first, oldest first, then fresh ones in order. A freed number can rest, until as
 * many others have been freed after it; it does not rest when there is no fresh number.
 */
public final class NumberPool {
    /** Every number is in use. */
    public static final int NONE = -1;

    private final ArrayDeque<Integer> freed = new ArrayDeque<>();
    private final int limit;
    private final int rest;
    private int fresh;

    /**
     * Makes a pool of free numbers, which do not rest.
     *
     * @param first lowest number
     * @param limit one above the highest
     */
    public NumberPool(int first, int limit) {
        this(first, limit, 0);
    }

    /**
     * Makes a pool of free numbers.
     *
     * @param first lowest number
     * @param limit one above the highest
     * @param rest how many others are freed before a freed number is taken again, 0 and up
     */
    public NumberPool(int first, int limit, int rest) {
        fresh = first;
        this.limit = limit;
        this.rest = rest;
    }

    /**
     * Takes a number.
     *
     * @return the number, or {@link #NONE}
     */
    public int take() {
        boolean isFresh = fresh < limit;
        if (isFresh && freed.size() <= rest) {
            return fresh++;
        }
        Integer oldest = freed.poll();
        return oldest == null ? NONE : oldest;
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
