package dev.fenestra.hw.sim.device;

/**
 * How an HCA is built. All limits are log2.
 *
 * @param gidHigh upper half of the port's GID
 * @param gidLow lower half of the port's GID
 * @param logMaxMkey keys: regions and windows together
 * @param logMaxQp QPs
 * @param logMaxQpSize work requests of a queue
 * @param logMaxCq CQs
 * @param logMaxCqSize entries of a CQ
 * @param logMaxPd PDs
 * @param logRdAtomic READs and atomics outstanding per QP and direction
 * @param logMaxMessage largest message, bytes
 * @param windows which memory windows the device offers
 * @param keys how key indexes and tags are picked
 */
public record HcaConfig(
        long gidHigh,
        long gidLow,
        int logMaxMkey,
        int logMaxQp,
        int logMaxQpSize,
        int logMaxCq,
        int logMaxCqSize,
        int logMaxPd,
        int logRdAtomic,
        int logMaxMessage,
        WindowSupport windows,
        KeyPolicy keys) {

    private static final long IPV4_MAPPED = 0x0000ffff00000000L;

    /** Keys are picked one after another: freed indexes first, oldest first, each with its next tag. Fully predictable. */
    public static final KeyPolicy SEQUENTIAL_KEYS = new KeyPolicy.Sequential();

    /** Defaults, with an IPv4-mapped GID. */
    public static HcaConfig ofIpv4(int address) {
        return new HcaConfig(
                0,
                IPV4_MAPPED | address & 0xffffffffL,
                22,
                18,
                15,
                16,
                22,
                16,
                4,
                30,
                WindowSupport.TYPES_1_AND_2B,
                SEQUENTIAL_KEYS);
    }

    /** The same device with other windows; a virtual function has none. */
    public HcaConfig withWindows(WindowSupport support) {
        return new HcaConfig(
                gidHigh,
                gidLow,
                logMaxMkey,
                logMaxQp,
                logMaxQpSize,
                logMaxCq,
                logMaxCqSize,
                logMaxPd,
                logRdAtomic,
                logMaxMessage,
                support,
                keys);
    }

    public HcaConfig withKeys(KeyPolicy policy) {
        return new HcaConfig(
                gidHigh,
                gidLow,
                logMaxMkey,
                logMaxQp,
                logMaxQpSize,
                logMaxCq,
                logMaxCqSize,
                logMaxPd,
                logRdAtomic,
                logMaxMessage,
                windows,
                policy);
    }
}
