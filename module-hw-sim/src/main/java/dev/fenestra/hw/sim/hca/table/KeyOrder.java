package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import java.util.BitSet;
import java.util.List;

/** The order in which a policy takes the indexes of a table, and the tag of an index that was never in use. */
sealed interface KeyOrder permits InOrder, RisingOrder, RandomOrder, PermutedOrder {

    /**
     * {@return the next index} The caller takes it.
     *
     * @param used indexes that are in use or reserved; at least one is free
     */
    int next(BitSet used);

    /** {@return the tag for the first use of the index that was last taken} */
    int firstTag();

    /** Notes that an index of {@link #next} is free again. */
    default void freed(int index) {
        // Most policies find it in the set of those that are not in use.
    }

    /** {@return the first free index from a place on; after the end of the table the search begins again} */
    static int free(BitSet used, int from, int limit) {
        int index = used.nextClearBit(from);
        return index < limit ? index : used.nextClearBit(KeyPool.FIRST_INDEX);
    }

    static KeyOrder of(KeyPolicy policy, int limit) {
        return switch (policy) {
            case KeyPolicy.ByLink _, KeyPolicy.Sequential _ -> new InOrder(List.of());
            case KeyPolicy.Listed(List<Integer> keys) -> new InOrder(keys);
            case KeyPolicy.Step100 _ -> RisingOrder.step100(limit);
            case KeyPolicy.Mlx5Delta(long seed) -> RisingOrder.mlx5Delta(limit, seed);
            case KeyPolicy.Lfsr15 _ -> RisingOrder.lfsr15(limit);
            case KeyPolicy.Permuted(long seed) -> new PermutedOrder(limit, seed);
            case KeyPolicy.Random(long seed) -> new RandomOrder(limit, seed);
        };
    }
}
