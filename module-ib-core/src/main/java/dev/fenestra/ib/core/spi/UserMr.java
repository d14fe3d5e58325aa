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
 */
public record UserMr(int lkey, int rkey, int pd, long address, long length, int access, MrType type) {

    /**
     * A region of memory.
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
}
