package dev.fenestra.vendor.mlx.dv;

import java.util.Arrays;

/**
 * Strided pieces of an interleaved layout ({@code mlx5dv_mr_interleaved}), as primitives. A program fills the list
 * again for each use; the list allocates only when it grows.
 */
public final class InterleavedList {
    private int[] lkeys = new int[4];
    private long[] addresses = new long[4];
    private int[] counts = new int[4];
    private int[] skips = new int[4];
    private int size;

    /** Makes an empty list. */
    public InterleavedList() {}

    /** Removes all pieces. */
    public void clear() {
        size = 0;
    }

    /**
     * Appends a piece.
     *
     * @param lkey the L_Key of the piece
     * @param address as requests name its first byte
     * @param bytesCount bytes used in each repetition, unsigned
     * @param bytesSkip bytes skipped after them, unsigned; a request refuses a sum of both above 65535 (EINVAL)
     */
    public void add(int lkey, long address, int bytesCount, int bytesSkip) {
        if (size == lkeys.length) {
            grow();
        }
        lkeys[size] = lkey;
        addresses[size] = address;
        counts[size] = bytesCount;
        skips[size] = bytesSkip;
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
     * {@return bytes of a piece that each repetition uses}
     *
     * @param i from 0
     */
    public int bytesCount(int i) {
        return counts[i];
    }

    /**
     * {@return bytes that are skipped after a piece}
     *
     * @param i from 0
     */
    public int bytesSkip(int i) {
        return skips[i];
    }

    private void grow() {
        lkeys = Arrays.copyOf(lkeys, size * 2);
        addresses = Arrays.copyOf(addresses, size * 2);
        counts = Arrays.copyOf(counts, size * 2);
        skips = Arrays.copyOf(skips, size * 2);
    }
}
