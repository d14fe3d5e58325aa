package dev.fenestra.tools.proof.oracle.generator;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;

import dev.fenestra.ib.core.vocabulary.AccessFlag;

/** Masks of access flags that are worth trying. */
final class DrawnRights {
    private static final int REMOTE = AccessFlag.mask(REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC);
    private static final int UNKNOWN_FLAG = 1 << 12;

    private final Dice dice;

    DrawnRights(Dice dice) {
        this.dice = dice;
    }

    /** Rights that a region may have. */
    int region() {
        return switch (dice.below(10)) {
            case 0, 1, 2, 3 -> AccessFlag.mask(LOCAL_WRITE, MW_BIND) | REMOTE;
            case 4, 5 -> AccessFlag.mask(LOCAL_WRITE, MW_BIND);
            case 6 -> AccessFlag.mask(LOCAL_WRITE, REMOTE_READ);
            case 7 -> AccessFlag.mask(MW_BIND, REMOTE_READ);
            case 8 -> AccessFlag.mask(LOCAL_WRITE, REMOTE_WRITE);
            default -> 0;
        };
    }

    /** Rights that no region can have. */
    int badRegion() {
        return switch (dice.below(4)) {
            case 0 -> REMOTE_WRITE.bit();
            case 1 -> AccessFlag.mask(REMOTE_ATOMIC, REMOTE_READ, MW_BIND);
            case 2 -> AccessFlag.mask(LOCAL_WRITE, AccessFlag.ON_DEMAND);
            default -> AccessFlag.mask(LOCAL_WRITE, AccessFlag.HUGETLB);
        };
    }

    /** Only rereg_mr accepts flags without a name. */
    int unknown() {
        return UNKNOWN_FLAG | LOCAL_WRITE.bit();
    }

    int windowOfType1() {
        return window() & ~ZERO_BASED.bit();
    }

    /** Rights of a window: mostly several, a third of them zero-based; rarely with LOCAL_WRITE, which has no effect. */
    int window() {
        int mask = dice.percent(60) ? REMOTE : dice.below(REMOTE + 1) & REMOTE;
        mask |= dice.oneIn(3) ? ZERO_BASED.bit() : 0;
        return mask | (dice.oneIn(12) ? LOCAL_WRITE.bit() : 0);
    }

    int badWindow() {
        return dice.pick(MW_BIND.bit(), UNKNOWN_FLAG, AccessFlag.ON_DEMAND.bit()) | REMOTE;
    }

    /** What a QP lets its peer do: mostly all. */
    int queue() {
        return dice.percent(85) ? REMOTE : dice.below(REMOTE + 1) & REMOTE;
    }
}
