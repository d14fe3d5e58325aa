package dev.fenestra.hw.sim.engine;

import java.util.Arrays;

/** Where an access through a layout leads: runs of memory in order, and holes, where nothing is. */
final class Runs {
    /** In place of a translation: there is no memory. */
    static final int HOLE = -1;
    /** In place of a translation: the position is an address in the memory of the card. */
    static final int ON_CARD = -2;

    private int[] mtt = new int[16];
    private long[] positions = new long[16];
    private int[] lengths = new int[16];
    private int size;

    void clear() {
        size = 0;
    }

    /**
     * @param firstTranslation of the region, or {@link #HOLE}, or {@link #ON_CARD}
     * @param position bytes from the start of the region's first page
     */
    void add(int firstTranslation, long position, int length) {
        if (size == mtt.length) {
            mtt = Arrays.copyOf(mtt, 2 * size);
            positions = Arrays.copyOf(positions, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
        }
        mtt[size] = firstTranslation;
        positions[size] = position;
        lengths[size] = length;
        size++;
    }

    int size() {
        return size;
    }

    int mtt(int i) {
        return mtt[i];
    }

    long position(int i) {
        return positions[i];
    }

    int length(int i) {
        return lengths[i];
    }
}
