package dev.fenestra.ib.core.vocabulary;

/** How a named XRC domain is opened; bits as {@code open(2)} has them. */
public enum XrcdFlag {
    /** It is created when it does not exist. */
    O_CREAT(0x40),
    /** O_CREAT fails when the domain exists. */
    O_EXCL(0x80);

    private final int bit;

    XrcdFlag(int bit) {
        this.bit = bit;
    }

    /** {@return the bit of verbs.h that stands for this flag} */
    public int bit() {
        return bit;
    }

    /**
     * {@return whether a mask has the bit of this flag}
     *
     * @param mask bits of verbs.h
     */
    public boolean in(int mask) {
        return (mask & bit) != 0;
    }

    /**
     * {@return the bits of all of them}
     *
     * @param flags what the mask is to have
     */
    public static int mask(XrcdFlag... flags) {
        int mask = 0;
        for (XrcdFlag flag : flags) {
            mask |= flag.bit;
        }
        return mask;
    }
}
