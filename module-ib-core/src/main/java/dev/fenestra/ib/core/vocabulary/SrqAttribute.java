package dev.fenestra.ib.core.vocabulary;

/** What can be changed of a shared receive queue; bits as in verbs.h {@code ibv_srq_attr_mask}. */
public enum SrqAttribute {
    MAX_WR(1),
    LIMIT(2);

    private final int bit;

    SrqAttribute(int bit) {
        this.bit = bit;
    }

    public int bit() {
        return bit;
    }

    public boolean in(int mask) {
        return (mask & bit) != 0;
    }
}
