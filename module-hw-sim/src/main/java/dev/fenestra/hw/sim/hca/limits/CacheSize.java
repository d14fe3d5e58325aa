package dev.fenestra.hw.sim.hca.limits;

/**
 * Size of a cache of lines of 64 bytes: one key, or eight translations. A full set gives up the line that was not used
 * for the longest time.
 *
 * @param sets 0 for no cache
 * @param ways lines of a set
 */
public record CacheSize(int sets, int ways) {
    /** No cache: nothing is looked up in it, and nothing is counted. */
    public static final CacheSize OFF = new CacheSize(0, 0);

    private static final int MOST = 1 << 24;

    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException for sizes other than 0 sets of 0 ways, or 1 to 2^24 lines
     */
    public CacheSize {
        boolean off = sets == 0 && ways == 0;
        if (!off && (sets < 1 || ways < 1 || (long) sets * ways > MOST)) {
            throw new IllegalArgumentException("a cache has 1 to 2^24 lines, not " + sets + " sets of " + ways);
        }
    }

    /** {@return whether there is no cache} */
    public boolean isOff() {
        return sets == 0;
    }
}
