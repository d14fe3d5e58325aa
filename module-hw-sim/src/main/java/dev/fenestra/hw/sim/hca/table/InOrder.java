package dev.fenestra.hw.sim.hca.table;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;

/** Listed keys first, then freed indexes, oldest first, then fresh ones. The table stays dense. */
final class InOrder implements KeyOrder {
    private final ArrayDeque<Integer> listed;
    private final ArrayDeque<Integer> freed = new ArrayDeque<>();
    private int fresh = KeyPool.FIRST_INDEX;
    private int tag;

    InOrder(List<Integer> keys) {
        listed = new ArrayDeque<>(keys);
    }

    @Override
    public int next(BitSet used) {
        Integer key = listed.poll();
        tag = key == null ? 0 : key & KeyPool.TAG_MASK;
        if (key != null) {
            return key >>> KeyPool.INDEX_SHIFT;
        }
        Integer known = freed.poll();
        if (known != null) {
            return known;
        }
        fresh = used.nextClearBit(fresh);
        return fresh++;
    }

    @Override
    public int firstTag() {
        return tag;
    }

    @Override
    public void freed(int index) {
        freed.add(index);
    }
}
