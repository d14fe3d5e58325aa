package dev.fenestra.ib.core.vocabulary;

/**
 * An L_Key or R_Key: bits 31..8 are the index of a table slot, bits 7..0 a tag that tells one use of the slot from the
 * next.
 *
 * <p>Keys travel as plain {@code int}; these functions take them apart. Source: IBA 10.6.3; verbs.h
 * {@code ibv_inc_rkey}.
 */
public final class MemoryKey {
    private MemoryKey() {}

    /**
     * {@return the upper 24 bits: which slot}
     *
     * @param key 32 bits: index and tag
     */
    public static int index(int key) {
        return key >>> 8;
    }

    /**
     * {@return the lower 8 bits: which use of the slot}
     *
     * @param key 32 bits: index and tag
     */
    public static int tag(int key) {
        return key & 0xff;
    }

    /**
     * {@return the key of a slot and a tag; of both only the bits that fit are taken}
     *
     * @param index the upper 24 bits
     * @param tag the lower 8 bits
     */
    public static int of(int index, int tag) {
        return index << 8 | tag & 0xff;
    }

    /**
     * {@return the same index with the next tag, modulo 256 ({@code ibv_inc_rkey})}
     *
     * @param key 32 bits: index and tag
     */
    public static int next(int key) {
        return key & ~0xff | key + 1 & 0xff;
    }

    /**
     * {@code index:tag} in hexadecimal, the form that listings and refusals use.
     *
     * @param key 32 bits: index and tag
     * @return for example {@code 0x000011:0x03}
     */
    public static String text(int key) {
        return String.format("0x%06x:%02x", index(key), tag(key));
    }
}
