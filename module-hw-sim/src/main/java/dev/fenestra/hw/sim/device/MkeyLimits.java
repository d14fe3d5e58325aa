package dev.fenestra.hw.sim.device;

/**
 * What an indirect mkey may be.
 *
 * @param maxIndirection mkeys that may stand between a key and memory, at least 1
 * @param logMaxList log2 of the entries of a layout
 * @param logMaxEntry log2 of the bytes of one entry of a list, at most 31
 */
public record MkeyLimits(int maxIndirection, int logMaxList, int logMaxEntry) {

    /** Four mkeys, 1024 entries, 2 GiB. */
    public static final MkeyLimits DEFAULT = new MkeyLimits(4, 10, 31);
}
