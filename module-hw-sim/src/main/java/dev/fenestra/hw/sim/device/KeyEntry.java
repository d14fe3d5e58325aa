package dev.fenestra.hw.sim.device;

/**
 * A copy of an entry of the key table.
 *
 * @param bytes all 64 of it: an mkey context, with the device's own state in words that the context reserves; zeros
 *     when the key does not exist. A copy; do not change it
 * @param tag to which the key answers
 * @param isAlive the key exists
 * @param isFree a window that is not bound, an indirect mkey that is not configured, a fast-register region that is not
 *     registered
 * @param regionKey of a window that is bound: L_Key of its region; else without meaning
 * @param windows of a region: how many windows are bound to it
 */
public record KeyEntry(byte[] bytes, int tag, boolean isAlive, boolean isFree, int regionKey, int windows) {}
