package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.MwType;

/**
 * A window as the data path knows it. A type-1 bind moves its R_Key when it is posted; a program keeps the key of a
 * type-2 window itself.
 */
public final class UserMw {
    private final MwType type;
    private final int pd;
    private final UserState state;
    private volatile int rkey;

    /**
     * A window that is not bound yet, with which its provider keeps nothing.
     *
     * @param type type 1 or type 2
     * @param pd number of its PD in the process
     * @param rkey the key it was allocated with
     */
    public UserMw(MwType type, int pd, int rkey) {
        this(type, pd, rkey, UserState.NONE);
    }

    /**
     * A window that is not bound yet.
     *
     * @param type type 1 or type 2
     * @param pd number of its PD in the process
     * @param rkey the key it was allocated with
     * @param state what its provider keeps with it
     */
    public UserMw(MwType type, int pd, int rkey, UserState state) {
        this.type = type;
        this.pd = pd;
        this.rkey = rkey;
        this.state = state;
    }

    /** {@return type 1 or type 2} */
    public MwType type() {
        return type;
    }

    /** {@return number of its PD in the process} */
    public int pd() {
        return pd;
    }

    /** {@return what its provider keeps with it} */
    public UserState state() {
        return state;
    }

    /** {@return its present R_Key} */
    public int rkey() {
        return rkey;
    }

    /**
     * Sets the R_Key, when a bind of type 1 was posted.
     *
     * @param newKey the key from now on
     */
    public void rkey(int newKey) {
        rkey = newKey;
    }
}
