package dev.fenestra.hw.sim.testing;

/** How many seeds a test takes. {@code mvn -Plong verify} takes all, and so does {@code -Dfenestra.long=true}. */
public final class Repeats {
    private Repeats() {}

    /**
     * {@return how many}
     *
     * @param usual in a build
     * @param all in the long one
     */
    public static int of(int usual, int all) {
        return Boolean.getBoolean("fenestra.long") ? all : usual;
    }
}
