package dev.fenestra.hw.sim.engine.protection;

/**
 * The two parts of an L_Key or R_Key: an index into the key table, and a tag of 8 bits that tells the users of an index
 * apart.
 */
public final class Key {
    private static final int TAG_BITS = 8;
    private static final int TAG_MASK = (1 << TAG_BITS) - 1;

    private Key() {}

    /** The entry of the key table, 24 bits. */
    public static int index(int key) {
        return key >>> TAG_BITS;
    }

    /** The variant part, 8 bits. */
    public static int tag(int key) {
        return key & TAG_MASK;
    }

    /** The key of an index and a tag. */
    public static int of(int index, int tag) {
        return index << TAG_BITS | tag & TAG_MASK;
    }

    /** As refusals print it: index, then tag. */
    public static String text(int key) {
        return String.format("0x%06x:%02x", index(key), tag(key));
    }
}
