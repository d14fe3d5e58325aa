package dev.fenestra.hw.sim.hca.table;

import java.util.BitSet;
import java.util.function.IntUnaryOperator;

/** Each key above the last, up to the end of the table. Then it begins again, with the next tag of each index. */
final class RisingOrder implements KeyOrder {
    private static final int STEP = 1 << KeyPool.INDEX_SHIFT;
    private static final int BEFORE_FIRST = KeyPool.FIRST_INDEX - 1 << KeyPool.INDEX_SHIFT;

    /** The start of soft-RoCE's shift register, and the bits that are fed back into it. */
    private static final int LFSR_START = 1;

    private static final int LFSR_TAPS = 0x100 | 0x80 | 0x40 | 0x10;

    /**
     * The steps from one mlx5 key to the next, and how often of 1000 times each occurs. ReDMArk prints the steps in
     * this order. Of their frequencies it prints that the first two have more than 60 %, that the likeliest is a third,
     * and 2.85 bits of conditional entropy. The other frequencies are chosen to match.
     */
    private static final int[] MLX5_STEPS = {
        0x102, 0x101, 0x103, 0x201, 0x109, 0x202, 0x302, 0x402, 0x502, 0x301, 0x401, 0x501, 0x602, 0x701, 0x601, 0x801
    };

    private static final int[] MLX5_FREQUENCIES = {333, 321, 47, 42, 37, 33, 30, 26, 24, 21, 19, 17, 15, 13, 12, 10};
    private static final int MLX5_ALL = 1000;

    private final int limit;
    private final IntUnaryOperator step;
    private int key;

    private RisingOrder(int limit, int start, IntUnaryOperator step) {
        this.limit = limit;
        this.step = step;
        key = start;
    }

    static RisingOrder step100(int limit) {
        return new RisingOrder(limit, BEFORE_FIRST, key -> key + STEP);
    }

    static RisingOrder mlx5Delta(int limit, long seed) {
        KeyStream random = new KeyStream(seed);
        return new RisingOrder(limit, BEFORE_FIRST, key -> key + mlx5Step(random));
    }

    private static int mlx5Step(KeyStream random) {
        int left = random.below(MLX5_ALL);
        int i = 0;
        while (left >= MLX5_FREQUENCIES[i]) {
            left -= MLX5_FREQUENCIES[i++];
        }
        return MLX5_STEPS[i];
    }

    static RisingOrder lfsr15(int limit) {
        return new RisingOrder(limit, BEFORE_FIRST | LFSR_START, RisingOrder::shifted);
    }

    private static int shifted(int key) {
        int register = (key & KeyPool.TAG_MASK) << 1;
        int tag = register & KeyPool.TAG_MASK | Integer.bitCount(register & LFSR_TAPS) & 1;
        return (key & ~KeyPool.TAG_MASK) + STEP | tag;
    }

    @Override
    public int next(BitSet used) {
        int next = step.applyAsInt(key);
        int wanted = next >>> KeyPool.INDEX_SHIFT;
        int start = wanted < KeyPool.FIRST_INDEX || wanted >= limit ? KeyPool.FIRST_INDEX : wanted;
        int index = KeyOrder.free(used, start, limit);
        key = index << KeyPool.INDEX_SHIFT | next & KeyPool.TAG_MASK;
        return index;
    }

    @Override
    public int firstTag() {
        return key & KeyPool.TAG_MASK;
    }
}
