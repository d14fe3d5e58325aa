package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.MwType;

/**
 * A window as the data path knows it. A type-1 bind moves its R_Key when it is posted; the key of type 2 is the
 * consumer's to keep.
 */
public final class UserMw {
    private final MwType type;
    private final int pd;
    private volatile int rkey;

    /**
     * @param pd number of its PD in the process
     * @param rkey the key it was allocated with
     */
    public UserMw(MwType type, int pd, int rkey) {
        this.type = type;
        this.pd = pd;
        this.rkey = rkey;
    }

    public MwType type() {
        return type;
    }

    public int pd() {
        return pd;
    }

    public int rkey() {
        return rkey;
    }

    public void rkey(int newKey) {
        rkey = newKey;
    }
}
