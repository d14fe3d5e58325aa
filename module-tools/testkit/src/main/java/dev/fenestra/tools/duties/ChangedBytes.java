package dev.fenestra.tools.duties;

/**
 * Bytes of a posted request that have changed, as the side of the program has found them.
 *
 * @param address virtual address of the first one
 * @param length bytes
 * @param before the first of them at the post
 * @param after the same bytes now
 * @param isSampled whether only some bytes of the buffer were compared
 * @param isOfSum whether only a sum of the whole buffer differs
 */
public record ChangedBytes(
        long address, long length, byte[] before, byte[] after, boolean isSampled, boolean isOfSum) {}
