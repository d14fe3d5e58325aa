package dev.fenestra.vendor.mlx.dv;

import java.util.Arrays;

/**
 * Strided pieces of an interleaved layout ({@code mlx5dv_mr_interleaved}), as primitives: filled anew for each use, it
 * allocates only to grow.
 */
public final class InterleavedList {
    private int[] lkeys = new int[4];
    private long[] addresses = new long[4];
    private int[] counts = new int[4];
    private int[] skips = new int[4];
    private int size;

    /** Makes an empty list. */
    public InterleavedList() {}

    /** Takes all pieces out. */
    public void clear() {
        size = 0;
    }

    /**
     * Appends a piece.
     *
     * @param lkey the L_Key of the piece
     * @param address as requests name its first byte
     * @param bytesCount taken in each repetition; the WQE has 16 bits for it and cuts off the rest
     * @param bytesSkip left out behind them; the WQE has 16 bits for the sum of both and cuts off the rest
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
     * {@return bytes of a piece that are taken in each repetition}
     *
     * @param i from 0
     */
    public int bytesCount(int i) {
        return counts[i];
    }

    /**
     * {@return bytes that are left out behind a piece}
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
