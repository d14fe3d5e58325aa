package dev.fenestra.hw.sim.device;

/**
 * How an HCA is built.
 *
 * @param gidHigh upper half of the port's GID
 * @param gidLow lower half of the port's GID
 * @param limits how much of everything it has
 * @param windows which memory windows it offers
 * @param keys how key indexes and tags are picked
 */
public record HcaConfig(long gidHigh, long gidLow, HcaLimits limits, WindowSupport windows, KeyPolicy keys) {
    private static final long IPV4_MAPPED = 0x0000ffff00000000L;

    /** Default limits, types 1 and 2B, sequential keys, and an IPv4-mapped GID. */
    public static HcaConfig ofIpv4(int address) {
        return new HcaConfig(
                0,
                IPV4_MAPPED | address & 0xffffffffL,
                HcaLimits.DEFAULT,
                WindowSupport.TYPES_1_AND_2B,
                new KeyPolicy.Sequential());
    }

    public HcaConfig withLimits(HcaLimits newLimits) {
        return new HcaConfig(gidHigh, gidLow, newLimits, windows, keys);
    }

    /** The same device with other windows; a virtual function has none. */
    public HcaConfig withWindows(WindowSupport support) {
        return new HcaConfig(gidHigh, gidLow, limits, support, keys);
    }

    public HcaConfig withKeys(KeyPolicy policy) {
        return new HcaConfig(gidHigh, gidLow, limits, windows, policy);
    }
}
