package dev.fenestra.tools.proof.oracle.generator;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;

/** Lengths and offsets that are worth trying. */
final class Lengths {
    private final Dice dice;

    Lengths(Dice dice) {
        this.dice = dice;
    }

    /** Bytes of a message: mostly few, sometimes none, sometimes more than one packet or page. */
    int message() {
        int roll = dice.below(100);
        if (roll < 5) {
            return 0;
        }
        if (roll < 75) {
            return dice.between(1, 64);
        }
        return roll < 90 ? dice.between(1, 700) : dice.between(1, PAGE_BYTES + 900);
    }

    /** Bytes of a region or window. */
    int range() {
        return switch (dice.below(4)) {
            case 0 -> dice.between(1, 100);
            case 1 -> dice.between(100, PAGE_BYTES);
            case 2 -> dice.pick(PAGE_BYTES, 2 * PAGE_BYTES, 3 * PAGE_BYTES);
            default -> dice.between(PAGE_BYTES, 3 * PAGE_BYTES);
        };
    }

    /** Offset of a part that lies inside, at an edge rather often; a part that is too long begins at 0. */
    long inside(long whole, long part) {
        long room = Math.max(0, whole - part);
        return switch (dice.below(5)) {
            case 0 -> 0;
            case 1 -> room;
            default -> room == 0 ? 0 : Math.floorMod(dice.bits(), room + 1);
        };
    }

    /** Offset of a part that does not lie inside, mostly by one byte. */
    long outside(long whole, long part) {
        return switch (dice.below(6)) {
            case 0, 1 -> -1;
            case 2, 3 -> whole - part + 1;
            case 4 -> whole;
            default -> dice.pickLong(-PAGE_BYTES, PAGE_BYTES * 4, Long.MAX_VALUE, -part, 1L << 32);
        };
    }
}
