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

    /** Makes an empty list. */
    public SgeList() {}

    /** Takes all pieces out. */
    public void clear() {
        size = 0;
    }

    /**
     * Appends a piece.
     *
     * @param lkey the L_Key of the memory
     * @param address as requests name the first byte
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

    /** {@return how many pieces there are} */
    public int size() {
        return size;
    }

    /**
     * {@return the L_Key of a piece}
     *
     * @param i from 0
     */
    public int lkey(int i) {
        return lkeys[i];
    }

    /**
     * {@return the address of a piece, as requests name its first byte}
     *
     * @param i from 0
     */
    public long address(int i) {
        return addresses[i];
    }

    /**
     * {@return the length of a piece, bytes, unsigned}
     *
     * @param i from 0
     */
    public int length(int i) {
        return lengths[i];
    }

    private void grow() {
        lkeys = Arrays.copyOf(lkeys, size * 2);
        addresses = Arrays.copyOf(addresses, size * 2);
        lengths = Arrays.copyOf(lengths, size * 2);
    }
}
