package dev.fenestra.hw.sim.hca.observe;

/**
 * Translations that were written or removed, one after the other.
 *
 * @param index of an on-demand region in the key table; -1 for entries of the translation table
 * @param first number of the first one: of a page in that region, or of an entry in the translation table
 * @param count how many pages or entries the command named, 1 and up
 * @param values the first of them, at most {@value #MOST_VALUES}: bus addresses with permission bits, or 0 for a page
 *     that the device can no longer use. A copy; do not change it
 */
public record TranslationChange(int index, long first, long count, long[] values) {
    /** {@link #index} of entries of the translation table. */
    public static final int NO_REGION = -1;
    /** Most values that a copy has. */
    public static final int MOST_VALUES = 64;
}
