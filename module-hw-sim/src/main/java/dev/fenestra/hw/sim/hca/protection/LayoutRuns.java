package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.table.DemandTable;
import java.util.Arrays;

/** The memory of an access through a layout: runs of memory in order, and holes without memory. */
final class LayoutRuns {
    /** In place of a translation: no memory. */
    static final int HOLE = -1;
    /** In place of a translation: the position is an address in the memory of the card. */
    static final int ON_CARD = -2;

    private int[] translations = new int[16];
    private long[] positions = new long[16];
    private int[] lengths = new int[16];
    private int size;

    void clear() {
        size = 0;
    }

    /**
     * Adds a run.
     *
     * @param firstTranslation of the region, or {@link #HOLE}, or {@link #ON_CARD}
     * @param position in the region, as {@link Position} describes it, or on the card
     */
    void add(int firstTranslation, long position, int length) {
        if (size == translations.length) {
            translations = Arrays.copyOf(translations, 2 * size);
            positions = Arrays.copyOf(positions, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
        }
        translations[size] = firstTranslation;
        positions[size] = position;
        lengths[size] = length;
        size++;
    }

    int size() {
        return size;
    }

    int translation(int i) {
        return translations[i];
    }

    /** {@return whether a run has no memory} */
    boolean isHole(int i) {
        return translations[i] == HOLE;
    }

    boolean isOnCard(int i) {
        return translations[i] == ON_CARD;
    }

    /** {@return whether a run lies in the host's memory} */
    boolean isOnHost(int i) {
        return !isHole(i) && !isOnCard(i);
    }

    /** {@return whether a run lies in a region that is paged on demand} */
    boolean isOnDemand(int i) {
        return translations[i] < DemandTable.HANDLES_END;
    }

    long position(int i) {
        return positions[i];
    }

    int length(int i) {
        return lengths[i];
    }
}
