package dev.fenestra.ib.core.memory;

import java.util.SplittableRandom;

/**
 * The order of the first use of frames: group by group, shuffled inside a group. So neighbouring pages rarely have
 * neighbouring frames, and a wrong translation becomes visible.
 */
final class FrameShuffle {
    /** Frames per group: a chunk, so that a host that needs few frames commits few chunks. */
    static final int GROUP = PhysicalMemory.FRAMES_PER_CHUNK;

    private final SplittableRandom random;
    private final int[] order = new int[GROUP];
    private final int end;
    private int first;
    private int next = GROUP;

    /**
     * @param first number of the first frame of all
     * @param count how many there are, whole groups
     */
    FrameShuffle(long seed, int first, int count) {
        random = new SplittableRandom(seed);
        this.first = first - GROUP;
        end = first + count;
    }

    /** Whether an unused frame is left. */
    boolean hasNext() {
        return next < GROUP || first + GROUP < end;
    }

    /** The number of an unused frame. */
    int next() {
        if (next == GROUP) {
            first += GROUP;
            shuffle();
            next = 0;
        }
        return order[next++];
    }

    private void shuffle() {
        for (int i = 0; i < GROUP; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = first + i;
        }
    }
}
