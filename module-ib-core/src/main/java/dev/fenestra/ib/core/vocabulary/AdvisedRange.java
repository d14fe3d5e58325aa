package dev.fenestra.ib.core.vocabulary;

/**
 * A piece of memory for which a program gives advice.
 *
 * @param lkey of its region
 * @param address as work requests name it
 * @param length bytes
 */
public record AdvisedRange(int lkey, long address, long length) {}
