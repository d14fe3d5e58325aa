package dev.fenestra.ib.core.vocabulary;

/** What can be changed about a shared receive queue; bits as in verbs.h {@code ibv_srq_attr_mask}. */
public enum SrqAttribute {
    /** The room of the queue. */
    MAX_WR(1),
    /** The limit below which SRQ_LIMIT_REACHED is raised. */
    LIMIT(2);

    private final int bit;

    SrqAttribute(int bit) {
        this.bit = bit;
    }

    /** {@return the bit of verbs.h that stands for this attribute} */
    public int bit() {
        return bit;
    }

    /**
     * {@return whether a mask has the bit of this attribute}
     *
     * @param mask bits of verbs.h
     */
    public boolean in(int mask) {
        return (mask & bit) != 0;
    }
}
