package dev.fenestra.hw.sim.hca.table;

import java.util.BitSet;

/** Indexes and tags drawn at random. */
final class RandomOrder implements KeyOrder {
    private final int limit;
    private final KeyStream random;

    RandomOrder(int limit, long seed) {
        this.limit = limit;
        random = new KeyStream(seed);
    }

    @Override
    public int next(BitSet used) {
        return KeyOrder.free(used, KeyPool.FIRST_INDEX + random.below(limit - KeyPool.FIRST_INDEX), limit);
    }

    @Override
    public int firstTag() {
        return random.bits(KeyPool.INDEX_SHIFT);
    }
}
