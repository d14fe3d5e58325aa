package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.MrType;

/**
 * A region as the data path knows it.
 *
 * @param lkey local key
 * @param rkey remote key
 * @param pd number of its PD in the process
 * @param address virtual address of its first byte
 * @param length bytes
 * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
 * @param type what it is made of
 * @param state what its provider keeps with it; it stays when the region changes
 */
public record UserMr(int lkey, int rkey, int pd, long address, long length, int access, MrType type, UserState state) {

    /**
     * A region with which its provider keeps nothing.
     *
     * @param lkey the L_Key of the memory
     * @param rkey its R_Key, 0 for none
     * @param pd number of its PD in the process
     * @param address as requests name the first byte
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param type what it is made of
     */
    public UserMr(int lkey, int rkey, int pd, long address, long length, int access, MrType type) {
        this(lkey, rkey, pd, address, length, access, type, UserState.NONE);
    }

    /**
     * A region of memory with which its provider keeps nothing.
     *
     * @param lkey the L_Key of the memory
     * @param rkey its R_Key, 0 for none
     * @param pd number of its PD in the process
     * @param address as requests name the first byte
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    public UserMr(int lkey, int rkey, int pd, long address, long length, int access) {
        this(lkey, rkey, pd, address, length, access, MrType.MR);
    }

    /**
     * {@return the region after a change of what it covers and grants}
     *
     * @param newPd number of its PD in the process
     * @param newAddress virtual address of its first byte
     * @param newLength bytes
     * @param newAccess mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    public UserMr changed(int newPd, long newAddress, long newLength, int newAccess) {
        return new UserMr(lkey, rkey, newPd, newAddress, newLength, newAccess, type, state);
    }

    /**
     * {@return the region with other keys}
     *
     * @param newLkey local key
     * @param newRkey remote key
     */
    public UserMr withKeys(int newLkey, int newRkey) {
        return new UserMr(newLkey, newRkey, pd, address, length, access, type, state);
    }
}
