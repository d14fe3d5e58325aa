package dev.fenestra.hw.sim.device;

/**
 * How a device picks the index and the tag of a new key.
 *
 * <p>With either policy an index comes back with its next tag, so a key recurs only after 256 uses of its index.
 */
public sealed interface KeyPolicy {

    /** Freed indexes first, oldest first, then fresh ones in order. Predictable, and says so. */
    record Sequential() implements KeyPolicy {}

    /**
     * Indexes picked at random from a seed, the first tag of each too.
     *
     * @param seed of the generator: the same seed gives the same keys
     */
    record Random(long seed) implements KeyPolicy {}
}
