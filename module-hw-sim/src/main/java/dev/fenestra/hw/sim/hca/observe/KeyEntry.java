package dev.fenestra.hw.sim.hca.observe;

/**
 * A copy of an entry of the key table.
 *
 * @param bytes all 64 of it: an mkey context, with the device's own state in words that the context reserves; zeros
 *     when the key does not exist. A copy; do not change it
 * @param tag to which the key answers
 * @param isAlive the key exists
 * @param isFree a window that is not bound, an indirect mkey that is not configured, a fast-register region that is not
 *     registered
 * @param regionKey of a window that is bound: L_Key of its region; else without meaning
 * @param windows of a region: how many windows are bound to it
 * @param firstTranslation of a region with pages: number of its first entry in the translation table; else -1
 * @param translations its first entries, at most {@value #MOST_TRANSLATIONS}: bus addresses with permission bits. A
 *     copy; do not change it
 */
public record KeyEntry(
        byte[] bytes,
        int tag,
        boolean isAlive,
        boolean isFree,
        int regionKey,
        int windows,
        int firstTranslation,
        long[] translations) {
    /** Most translations that a copy has. */
    public static final int MOST_TRANSLATIONS = 64;

    /**
     * A copy without translations.
     *
     * @param bytes all 64 of it
     * @param tag to which the key answers
     * @param isAlive the key exists
     * @param isFree as above
     * @param regionKey of a window that is bound
     * @param windows of a region
     */
    public KeyEntry(byte[] bytes, int tag, boolean isAlive, boolean isFree, int regionKey, int windows) {
        this(bytes, tag, isAlive, isFree, regionKey, windows, -1, new long[0]);
    }

    /**
     * The same entry with its translations.
     *
     * @param first number of the first one
     * @param values the first ones
     * @return the changed copy
     */
    public KeyEntry translatedBy(int first, long[] values) {
        return new KeyEntry(bytes, tag, isAlive, isFree, regionKey, windows, first, values);
    }
}
