package dev.fenestra.hw.sim.hca.limits;

/**
 * The sizes and numbers of a device's objects, as log2. The lowest numbers of each kind are the device's own, so there
 * are fewer objects than numbers: {@link #maxCqs} and so on.
 *
 * @param logMaxMkey keys: regions and windows together
 * @param logMaxQp QPs
 * @param logMaxQpSize basic blocks of a send queue, WQEs of a receive queue
 * @param logMaxCq CQs
 * @param logMaxCqSize entries of a CQ
 * @param logMaxPd PDs
 * @param logRdAtomic READs and atomics outstanding per QP and direction
 * @param logMaxMessage largest message, bytes
 * @param logMaxSrq SRQs
 * @param logMaxSrqSize WQEs of an SRQ, at most 15
 * @param mkeys what an indirect mkey may be
 */
public record HcaLimits(
        int logMaxMkey,
        int logMaxQp,
        int logMaxQpSize,
        int logMaxCq,
        int logMaxCqSize,
        int logMaxPd,
        int logRdAtomic,
        int logMaxMessage,
        int logMaxSrq,
        int logMaxSrqSize,
        MkeyLimits mkeys) {

    /** The first number that a PD has. */
    public static final int FIRST_PD = 1;

    /** The first number that an SRQ has. */
    public static final int FIRST_SRQ = 0x20;

    /** The first number that a CQ has. */
    public static final int FIRST_CQ = 0x80;

    /** The first index that a key has; key 0 is never valid and 0x100 ends a receive list. */
    public static final int FIRST_MKEY = 0x10;

    /** Four million keys, 262,144 QPs of 32,768 blocks, messages of 1 GiB, 65,536 SRQs of 32,768 WQEs. */
    public static final HcaLimits DEFAULT = new HcaLimits(22, 18, 15, 16, 22, 16, 4, 30, 16, 15);

    /**
     * Makes limits with {@link MkeyLimits#DEFAULT}.
     *
     * @param logMaxMkey keys: regions and windows together
     * @param logMaxQp QPs
     * @param logMaxQpSize basic blocks of a send queue, WQEs of a receive queue
     * @param logMaxCq CQs
     * @param logMaxCqSize entries of a CQ
     * @param logMaxPd PDs
     * @param logRdAtomic READs and atomics outstanding per QP and direction
     * @param logMaxMessage largest message, bytes
     * @param logMaxSrq SRQs
     * @param logMaxSrqSize WQEs of an SRQ, at most 15
     */
    public HcaLimits(
            int logMaxMkey,
            int logMaxQp,
            int logMaxQpSize,
            int logMaxCq,
            int logMaxCqSize,
            int logMaxPd,
            int logRdAtomic,
            int logMaxMessage,
            int logMaxSrq,
            int logMaxSrqSize) {
        this(
                logMaxMkey,
                logMaxQp,
                logMaxQpSize,
                logMaxCq,
                logMaxCqSize,
                logMaxPd,
                logRdAtomic,
                logMaxMessage,
                logMaxSrq,
                logMaxSrqSize,
                MkeyLimits.DEFAULT);
    }

    /** {@return PDs alive at once} */
    public int maxPds() {
        return (1 << logMaxPd) - FIRST_PD;
    }

    /** {@return CQs alive at once} It is 0 when all numbers are the device's own. */
    public int maxCqs() {
        return Math.max(0, (1 << logMaxCq) - FIRST_CQ);
    }

    /** {@return SRQs alive at once} It is 0 when all numbers are the device's own. */
    public int maxSrqs() {
        return Math.max(0, (1 << logMaxSrq) - FIRST_SRQ);
    }

    /** {@return keys alive at once: regions, windows and mkeys together} */
    public int maxMkeys() {
        return Math.max(0, (1 << logMaxMkey) - FIRST_MKEY);
    }

    /**
     * {@return the same device with other limits for indirect mkeys}
     *
     * @param limits what an indirect mkey may be
     */
    public HcaLimits withMkeys(MkeyLimits limits) {
        return new HcaLimits(
                logMaxMkey,
                logMaxQp,
                logMaxQpSize,
                logMaxCq,
                logMaxCqSize,
                logMaxPd,
                logRdAtomic,
                logMaxMessage,
                logMaxSrq,
                logMaxSrqSize,
                limits);
    }

    /**
     * {@return the same device with fewer QPs, CQs and SRQs, if it has more}
     *
     * @param log log2 of the most numbers of each kind
     */
    public HcaLimits withFewerQueues(int log) {
        return new HcaLimits(
                logMaxMkey,
                Math.min(logMaxQp, log),
                logMaxQpSize,
                Math.min(logMaxCq, log),
                logMaxCqSize,
                logMaxPd,
                logRdAtomic,
                logMaxMessage,
                Math.min(logMaxSrq, log),
                logMaxSrqSize,
                mkeys);
    }

    /**
     * {@return the same device with another number of keys}
     *
     * @param log log2 of the keys: regions and windows together
     */
    public HcaLimits withLogMaxMkey(int log) {
        return new HcaLimits(
                log,
                logMaxQp,
                logMaxQpSize,
                logMaxCq,
                logMaxCqSize,
                logMaxPd,
                logRdAtomic,
                logMaxMessage,
                logMaxSrq,
                logMaxSrqSize,
                mkeys);
    }

    /**
     * {@return the same device with another number of QPs}
     *
     * @param log log2 of the QPs
     */
    public HcaLimits withLogMaxQp(int log) {
        return new HcaLimits(
                logMaxMkey,
                log,
                logMaxQpSize,
                logMaxCq,
                logMaxCqSize,
                logMaxPd,
                logRdAtomic,
                logMaxMessage,
                logMaxSrq,
                logMaxSrqSize,
                mkeys);
    }
}
