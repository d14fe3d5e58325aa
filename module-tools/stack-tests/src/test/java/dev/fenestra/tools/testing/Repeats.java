package dev.fenestra.tools.testing;

import dev.fenestra.tools.conformance.ConformanceCase;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How often a test repeats what another one, or a smaller number, has shown. {@code mvn -Plong verify} repeats
 * everything, and so does {@code -Dfenestra.long=true} with a single test.
 */
public final class Repeats {
    /** Whether everything is repeated. */
    public static final boolean ALL = Boolean.getBoolean("fenestra.long");

    /** Of cases that break no rule for the first time, a build repeats one of this many. */
    private static final int CASES = 6;

    private Repeats() {}

    /**
     * {@return how many of them}
     *
     * @param usual in a build
     * @param all in the long one
     */
    public static int of(int usual, int all) {
        return ALL ? all : usual;
    }

    /**
     * {@return one of so many, the first among them; all in the long build}
     *
     * @param nth how many have one that is taken
     */
    public static <T> Stream<T> oneOf(int nth, List<T> all) {
        return IntStream.range(0, all.size()).filter(i -> ALL || i % nth == 0).mapToObj(all::get);
    }

    /**
     * The cases of the kit which a build repeats on another device or another path: those that break a rule that no
     * case before them breaks, and one of six others.
     *
     * @return what selects them; it must be asked about all cases, in their order
     */
    public static Predicate<ConformanceCase> cases() {
        Set<String> broken = new HashSet<>();
        int[] others = {0};
        return one -> ALL || broken.addAll(one.rules()) || others[0]++ % CASES == 0;
    }
}
