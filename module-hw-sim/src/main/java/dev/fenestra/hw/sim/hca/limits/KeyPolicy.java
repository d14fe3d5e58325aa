package dev.fenestra.hw.sim.hca.limits;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How a device picks the index of a new key, and its tag where the command asks for one. Which keys come is a function
 * of the policy and of the history of keys taken and given back, so a program replays.
 *
 * <p>With every policy an index that was in use before comes back with its next tag, so a key recurs only after 256
 * uses of its index. That holds for the tags that the policy picks. The owner picks the tag of CREATE_MKEY's mkey 7:0,
 * of a bind and of a fast registration; an owner that picks the same tag twice has the same key twice. On a real mlx5
 * the kernel's driver picks each tag from a counter and the device the index only; {@link Mlx5Delta} is what a program
 * sees of both.
 */
public sealed interface KeyPolicy {
    /** What {@link #named} knows. */
    List<String> NAMES = List.of("SEQUENTIAL", "STEP_100", "MLX5_DELTA", "LFSR15", "PERMUTED", "RANDOM");

    /**
     * As the link asks for: {@link Sequential} on a virtual clock, {@link Random} from a strong source on a real one.
     */
    record ByLink() implements KeyPolicy {}

    /** Freed indexes first, oldest first, then fresh ones in order. Predictable, and says so. */
    record Sequential() implements KeyPolicy {}

    /**
     * Keys of a list first, in its order, then as {@link Sequential}: for replaying what another device did.
     *
     * @param keys whole keys, index and tag, each index once; neither index 0 nor the key 0x100, which ends receive
     *     lists
     */
    record Listed(List<Integer> keys) implements KeyPolicy {
        private static final int END_OF_LIST = 0x100;

        /**
         * Checks the keys.
         *
         * @throws IllegalArgumentException for a key of index 0, the key 0x100, or two keys of one index
         */
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

    /** Each key 0x100 above the last, as bnxt_re's: indexes rise to the end of the table and begin again. */
    record Step100() implements KeyPolicy {}

    /**
     * Each key a little above the last, most often by 0x101 or 0x102, as ReDMArk's figure 3 has it for mlx5.
     *
     * @param seed of the steps
     */
    record Mlx5Delta(long seed) implements KeyPolicy {}

    /**
     * Indexes as {@link Step100}; the tag runs through the 15 states of a shift register with a fixed start, as in
     * soft-RoCE once.
     */
    record Lfsr15() implements KeyPolicy {}

    /**
     * Indexes in the order of a keyed permutation of the table, each with a first tag that the key decides.
     *
     * @param seed the secret: without it, the next key cannot be told from those before
     */
    record Permuted(long seed) implements KeyPolicy {}

    /**
     * Indexes picked at random, the first tag of each too.
     *
     * @param seed of a generator whose numbers do not give away the next ones
     */
    record Random(long seed) implements KeyPolicy {}

    /**
     * The policy of this name.
     *
     * @param name one of {@link #NAMES}, in any case
     * @param seed for those that have one
     * @return the policy
     * @throws IllegalArgumentException for another name
     */
    static KeyPolicy named(String name, long seed) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "SEQUENTIAL" -> new Sequential();
            case "STEP_100" -> new Step100();
            case "MLX5_DELTA" -> new Mlx5Delta(seed);
            case "LFSR15" -> new Lfsr15();
            case "PERMUTED" -> new Permuted(seed);
            case "RANDOM" -> new Random(seed);
            default ->
                throw new IllegalArgumentException(
                        "'" + name + "' is no key policy; there are " + String.join(", ", NAMES));
        };
    }

    /**
     * The policy that a device follows.
     *
     * @param realTime whether its fabric runs on a real clock, and so may lead to strangers
     * @return this policy; for {@link ByLink} the one that it stands for
     */
    default KeyPolicy on(boolean realTime) {
        if (!(this instanceof ByLink)) {
            return this;
        }
        return realTime ? new Random(new SecureRandom().nextLong()) : new Sequential();
    }
}
