package dev.fenestra.hw.sim.hca.table;

import java.util.BitSet;

/**
 * The indexes in the order of a keyed permutation, a Feistel network of at most 24 bits. Each index comes once before
 * the first comes again. Numbers outside of the table are skipped.
 */
final class PermutedOrder implements KeyOrder {
    private static final int ROUNDS = 8;

    private final int limit;
    private final int halfBits;
    private final int[][] rounds;
    private final int[] tags;
    private int turn;
    private int index;

    PermutedOrder(int limit, long seed) {
        this.limit = limit;
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(limit - 1);
        halfBits = (bits + 1) / 2;
        KeyStream random = new KeyStream(seed);
        rounds = new int[ROUNDS][1 << halfBits];
        for (int[] round : rounds) {
            fill(round, random, halfBits);
        }
        tags = new int[2 << halfBits];
        fill(tags, random, KeyPool.INDEX_SHIFT);
    }

    private static void fill(int[] numbers, KeyStream random, int bits) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.bits(bits);
        }
    }

    @Override
    public int next(BitSet used) {
        do {
            index = permuted(turn);
            turn = turn + 1 & (1 << 2 * halfBits) - 1;
        } while (index < KeyPool.FIRST_INDEX || index >= limit || used.get(index));
        return index;
    }

    private int permuted(int number) {
        int mask = (1 << halfBits) - 1;
        int left = number >>> halfBits;
        int right = number & mask;
        for (int[] round : rounds) {
            int next = left ^ round[right];
            left = right;
            right = next;
        }
        return left << halfBits | right;
    }

    /** The XOR of two keyed tables, one for each half of the index. */
    @Override
    public int firstTag() {
        int mask = (1 << halfBits) - 1;
        return tags[index & mask] ^ tags[mask + 1 + (index >>> halfBits)];
    }
}
