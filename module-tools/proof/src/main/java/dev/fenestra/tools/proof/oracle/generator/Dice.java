package dev.fenestra.tools.proof.oracle.generator;

import java.util.SplittableRandom;

/** Choices by seed. */
final class Dice {
    private static final int HUNDRED = 100;

    private final SplittableRandom random;

    Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    boolean percent(int chance) {
        return random.nextInt(HUNDRED) < chance;
    }

    boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    /** From 0, without the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Both ends included. */
    int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    long bits() {
        return random.nextLong();
    }

    int pick(int... choices) {
        return choices[below(choices.length)];
    }

    long pickLong(long... choices) {
        return choices[below(choices.length)];
    }

    @SafeVarargs
    final <T> T oneOf(T... choices) {
        return choices[below(choices.length)];
    }
}
