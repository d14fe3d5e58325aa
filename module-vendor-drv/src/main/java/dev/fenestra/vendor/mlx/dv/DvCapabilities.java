package dev.fenestra.vendor.mlx.dv;

/**
 * The capabilities of the device beyond verbs ({@code mlx5dv_query_device}).
 *
 * @param maxIndirection the longest chain of mkeys between a key and memory
 * @param maxEntries most entries in the layout of one mkey
 * @param maxEntryBytes bytes of one entry of a list
 */
public record DvCapabilities(int maxIndirection, int maxEntries, long maxEntryBytes) {}
