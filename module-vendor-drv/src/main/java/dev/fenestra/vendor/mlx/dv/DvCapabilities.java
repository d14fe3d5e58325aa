package dev.fenestra.vendor.mlx.dv;

/**
 * What the device can do beyond verbs ({@code mlx5dv_query_device}).
 *
 * @param maxIndirection how many mkeys may stand between a key and memory
 * @param maxEntries entries that the layout of one mkey may have
 * @param maxEntryBytes bytes of one entry of a list
 */
public record DvCapabilities(int maxIndirection, int maxEntries, long maxEntryBytes) {}
