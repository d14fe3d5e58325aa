package dev.fenestra.hw.sim.device;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How a device picks the index and the tag of a new key.
 *
 * <p>With either policy an index comes back with its next tag, so a key recurs only after 256 uses of its index.
 */
public sealed interface KeyPolicy {

    /** Freed indexes first, oldest first, then fresh ones in order. Predictable, and says so. */
    record Sequential() implements KeyPolicy {}

    /**
     * Keys of a list first, in its order, then as {@link Sequential}: for replaying what another device did.
     *
     * @param keys whole keys, index and tag, each index once; neither index 0 nor the key 0x100, which ends receive lists
     */
    record Listed(List<Integer> keys) implements KeyPolicy {
        private static final int END_OF_LIST = 0x100;

        public Listed {
            keys = List.copyOf(keys);
            Set<Integer> indexes = new HashSet<>();
            for (int key : keys) {
                if (key >>> 8 == 0 || key == END_OF_LIST || !indexes.add(key >>> 8)) {
                    throw new IllegalArgumentException(String.format("0x%08x cannot be a key of this list", key));
                }
            }
        }
    }

    /**
     * Indexes picked at random from a seed, the first tag of each too.
     *
     * @param seed of the generator: the same seed gives the same keys
     */
    record Random(long seed) implements KeyPolicy {}
}
