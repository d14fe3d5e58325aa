package dev.fenestra.ib.core.vocabulary;

import java.util.Arrays;

/**
 * A growable list of scatter/gather elements, as primitives: it is filled anew for each use and allocates only to grow.
 */
public final class SgeList {
    private int[] lkeys = new int[4];
    private long[] addresses = new long[4];
    private int[] lengths = new int[4];
    private int size;

    public void clear() {
        size = 0;
    }

    /**
     * @param length bytes, unsigned
     */
    public void add(int lkey, long address, int length) {
        if (size == lkeys.length) {
            grow();
        }
        lkeys[size] = lkey;
        addresses[size] = address;
        lengths[size] = length;
        size++;
    }

    public int size() {
        return size;
    }

    public int lkey(int i) {
        return lkeys[i];
    }

    public long address(int i) {
        return addresses[i];
    }

    public int length(int i) {
        return lengths[i];
    }

    private void grow() {
        lkeys = Arrays.copyOf(lkeys, size * 2);
        addresses = Arrays.copyOf(addresses, size * 2);
        lengths = Arrays.copyOf(lengths, size * 2);
    }
}
