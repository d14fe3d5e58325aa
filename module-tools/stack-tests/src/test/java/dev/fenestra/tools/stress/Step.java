package dev.fenestra.tools.stress;

import java.util.random.RandomGenerator;

/** What a thread does again and again. What is refused on the way is part of the race. */
@FunctionalInterface
interface Step {
    void take(RandomGenerator random);
}
