package dev.fenestra.hw.sim.table;

import dev.fenestra.hw.sim.device.HcaLimits;
import dev.fenestra.hw.sim.device.KeyPolicy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;

/** Hands out key indexes and the first tag of each use, as the policy says. */
public final class KeyPool {
    /** Every index is in use. */
    public static final int NONE = -1;

    private static final int INDEX_SHIFT = 8;
    private static final int FIRST_INDEX = HcaLimits.FIRST_MKEY;

    private final int limit;
    private final ArrayDeque<Integer> listed = new ArrayDeque<>();
    private final ArrayDeque<Integer> freed = new ArrayDeque<>();
    private final BitSet used = new BitSet();
    private final Random random;
    private final boolean atRandom;
    private byte[] nextTag = new byte[0];
    private int fresh = FIRST_INDEX;
    private int alive;

    /**
     * @param limit indexes there are
     * @throws IllegalArgumentException when the policy lists a key beyond the limit
     */
    public KeyPool(int limit, KeyPolicy policy) {
        this.limit = limit;
        atRandom = policy instanceof KeyPolicy.Random;
        random = new Random(policy instanceof KeyPolicy.Random r ? r.seed() : 0);
        if (policy instanceof KeyPolicy.Listed list) {
            list.keys().forEach(this::reserve);
        }
    }

    /** A listed index is nobody else's, also before its turn. */
    private void reserve(int key) {
        int index = key >>> INDEX_SHIFT;
        if (index >= limit) {
            throw new IllegalArgumentException(String.format("key 0x%08x is beyond the %d of this device", key, limit));
        }
        tagFor(index);
        nextTag[index] = (byte) key;
        used.set(index);
        listed.add(index);
    }

    /** An index that is not in use, or {@link #NONE}. */
    public int take() {
        if (alive == limit - FIRST_INDEX) {
            return NONE;
        }
        int index = atRandom ? pick() : next();
        used.set(index);
        alive++;
        return index;
    }

    private int next() {
        Integer known = listed.isEmpty() ? freed.poll() : listed.poll();
        if (known != null) {
            return known;
        }
        fresh = used.nextClearBit(fresh);
        return fresh++;
    }

    private int pick() {
        int start = FIRST_INDEX + random.nextInt(limit - FIRST_INDEX);
        int index = used.nextClearBit(start);
        return index < limit ? index : used.nextClearBit(FIRST_INDEX);
    }

    /** The tag for the next use of an index. */
    public int tagFor(int index) {
        if (index >= nextTag.length) {
            int old = nextTag.length;
            nextTag = Arrays.copyOf(nextTag, Math.max(index + 1, old * 2));
            if (atRandom) {
                randomiseFrom(old);
            }
        }
        return nextTag[index] & 0xff;
    }

    private void randomiseFrom(int start) {
        for (int i = start; i < nextTag.length; i++) {
            nextTag[i] = (byte) random.nextInt();
        }
    }

    /** Gives an index back. The tag it was last known by will not be the first of its next use. */
    public void free(int index, int lastTag) {
        used.clear(index);
        alive--;
        tagFor(index);
        nextTag[index] = (byte) (lastTag + 1);
        if (!atRandom) {
            freed.add(index);
        }
    }
}
