package dev.fenestra.tools.bench;

/**
 * How often something is to have happened.
 *
 * @param least at least so often, 0 or more
 * @param most at most so often; {@link Integer#MAX_VALUE} for no limit
 */
public record Times(int least, int most) {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException unless {@code 0 <= least <= most}
     */
    public Times {
        if (least < 0 || most < least) {
            throw new IllegalArgumentException("no number is at least " + least + " and at most " + most);
        }
    }

    /**
     * {@return exactly so often}
     *
     * @param number 0 or more
     */
    public static Times times(int number) {
        return new Times(number, number);
    }

    /** {@return not once} */
    public static Times never() {
        return times(0);
    }

    /**
     * {@return so often or more}
     *
     * @param number 0 or more
     */
    public static Times atLeast(int number) {
        return new Times(number, Integer.MAX_VALUE);
    }

    /**
     * {@return so often or less}
     *
     * @param number 0 or more
     */
    public static Times atMost(int number) {
        return new Times(0, number);
    }

    boolean allow(int number) {
        return number >= least && number <= most;
    }

    @Override
    public String toString() {
        if (least == most) {
            return String.valueOf(least);
        }
        return most == Integer.MAX_VALUE ? "at least " + least : least == 0 ? "at most " + most : least + " to " + most;
    }
}
