package dev.fenestra.tools.proof.mutate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A random sample, chosen by a seed. */
final class Choice {
    private Choice() {}

    /**
     * Chooses in random order, so a campaign that is stopped early has tried a sample, too.
     *
     * @param count how many; 0 for all
     * @return the same choice in the same order for the same seed; a larger count begins with the choice of a smaller
     *     one
     */
    static <T> List<T> of(List<T> all, int count, long seed) {
        List<T> mixed = new ArrayList<>(all);
        Collections.shuffle(mixed, new Random(seed));
        return List.copyOf(count == 0 ? mixed : mixed.subList(0, Math.min(count, mixed.size())));
    }
}
