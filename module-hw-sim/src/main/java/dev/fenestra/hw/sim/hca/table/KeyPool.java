package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Provides key indexes and the first tag of each use. The policy decides on the order; the pool guarantees that no key
 * recurs early.
 */
public final class KeyPool {
    /** Every index is in use. */
    public static final int NONE = -1;

    static final int INDEX_SHIFT = 8;
    static final int TAG_MASK = (1 << INDEX_SHIFT) - 1;
    static final int FIRST_INDEX = HcaLimits.FIRST_MKEY;

    private final int limit;
    private final KeyOrder order;
    private final BitSet used = new BitSet();
    private final BitSet known = new BitSet();
    /** The tag that each use of an index begins with. */
    private byte[] firstTag = new byte[0];

    private int alive;

    /**
     * Makes a pool of free indexes.
     *
     * @param limit one above the highest index, at most 2^24
     * @param policy the order
     * @throws IllegalArgumentException when the policy lists a key beyond the limit
     */
    public KeyPool(int limit, KeyPolicy policy) {
        this.limit = limit;
        order = KeyOrder.of(policy, limit);
        if (policy instanceof KeyPolicy.Listed list) {
            list.keys().forEach(this::reserve);
        }
    }

    /** Reserves a listed index for its place in the list. */
    private void reserve(int key) {
        int index = key >>> INDEX_SHIFT;
        if (index >= limit) {
            throw new IllegalArgumentException(String.format("key 0x%08x is beyond the %d of this device", key, limit));
        }
        used.set(index);
    }

    /**
     * Takes an index.
     *
     * @return the index, or {@link #NONE}
     */
    public int take() {
        if (alive == limit - FIRST_INDEX) {
            return NONE;
        }
        int index = order.next(used);
        if (!known.get(index)) {
            known.set(index);
            remember(index, order.firstTag());
        }
        used.set(index);
        alive++;
        return index;
    }

    /**
     * {@return the tag for this use of an index}
     *
     * @param index an index that is taken
     */
    public int tagFor(int index) {
        return firstTag[index] & TAG_MASK;
    }

    private void remember(int index, int tag) {
        if (index >= firstTag.length) {
            firstTag = Arrays.copyOf(firstTag, Math.min(limit, Math.max(index + 1, firstTag.length * 2)));
        }
        firstTag[index] = (byte) tag;
    }

    /**
     * Frees an index. Its next use gets the tag after its last one. When its owner has chosen a tag that lies behind
     * the first one, the next use gets the tag after the first one: tags in between belong to keys of earlier uses.
     *
     * @param index an index that is taken
     * @param lastTag the tag at the end of its use
     * @param isChosen whether the owner of the key chooses its tags
     */
    public void free(int index, int lastTag, boolean isChosen) {
        used.clear(index);
        alive--;
        boolean isBehind = isChosen && (lastTag - firstTag[index] & TAG_MASK) > TAG_MASK / 2;
        remember(index, (isBehind ? firstTag[index] : lastTag) + 1);
        order.freed(index);
    }
}
