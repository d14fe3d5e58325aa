package dev.fenestra.hw.sim.hca.protection;

/**
 * The two parts of an L_Key or R_Key: an index into the key table, and a tag of 8 bits that distinguishes the users of
 * an index.
 */
public final class Key {
    private static final int TAG_BITS = 8;
    private static final int TAG_MASK = (1 << TAG_BITS) - 1;

    private Key() {}

    /**
     * {@return the entry of the key table, 24 bits}
     *
     * @param key an L_Key or R_Key
     */
    public static int index(int key) {
        return key >>> TAG_BITS;
    }

    /**
     * {@return the variant part, 8 bits}
     *
     * @param key an L_Key or R_Key
     */
    public static int tag(int key) {
        return key & TAG_MASK;
    }

    /**
     * {@return the key of an index and a tag}
     *
     * @param index 24 bits
     * @param tag the low 8 bits count
     */
    public static int of(int index, int tag) {
        return index << TAG_BITS | tag & TAG_MASK;
    }

    /**
     * {@return a key as refusals print it: index, then tag}
     *
     * @param key an L_Key or R_Key
     */
    public static String text(int key) {
        return String.format("0x%06x:%02x", index(key), tag(key));
    }
}
