package dev.fenestra.ib.core.spi;

/**
 * A region as the data path knows it.
 *
 * @param lkey local key
 * @param rkey remote key
 * @param pd number of its PD in the process
 * @param address virtual address of its first byte
 * @param length bytes
 * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
 */
public record UserMr(int lkey, int rkey, int pd, long address, long length, int access) {}
