package dev.fenestra.hw.sim.device;

/**
 * How much of everything a device has, numbers as log2.
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

    /** Four million keys, 262,144 QPs of 32,768 blocks, messages of 1 GiB, 65,536 SRQs of 32,768 WQEs. */
    public static final HcaLimits DEFAULT = new HcaLimits(22, 18, 15, 16, 22, 16, 4, 30, 16, 15);

    /** With the usual limits for indirect mkeys. */
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

    /** The same device with other limits for indirect mkeys. */
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
