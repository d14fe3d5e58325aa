package dev.fenestra.hw.sim.hca.limits;

import java.util.function.Consumer;

/**
 * The sizes and numbers of a device's objects, as log2. The lowest numbers of each kind are the device's own, so there
 * are fewer objects than numbers: {@link #maxCqs} and so on.
 *
 * @param logMaxMkey keys, regions and windows together, 0 to 24
 * @param logMaxQp QPs, 0 to 24
 * @param logMaxQpSize basic blocks of a send queue, WQEs of a receive queue, 0 to 30
 * @param logMaxCq CQs, 0 to 24
 * @param logMaxCqSize entries of a CQ, 0 to 30
 * @param logMaxPd PDs, 0 to 24
 * @param logRdAtomic READs and atomics outstanding per QP and direction, 0 to 30
 * @param logMaxMessage bytes of the largest message, 0 to 31
 * @param logMaxSrq SRQs, 0 to 24
 * @param logMaxSrqSize WQEs of an SRQ, 0 to 15
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
    public static final HcaLimits DEFAULT = new HcaLimits(22, 18, 15, 16, 22, 16, 4, 30, 16, 15, MkeyLimits.DEFAULT);

    /** Numbers of objects have 24 bits. */
    private static final int MOST_LOG_NUMBER = 24;

    /** Sizes are counted in an int. */
    private static final int MOST_LOG_SIZE = 30;

    /** 2 GiB is the longest message of InfiniBand. */
    private static final int MOST_LOG_MESSAGE = 31;

    /** The context of an SRQ has four bits for it. */
    private static final int MOST_LOG_SRQ_SIZE = 15;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException for a log2 out of its range
     */
    public HcaLimits {
        check("keys", logMaxMkey, MOST_LOG_NUMBER);
        check("QPs", logMaxQp, MOST_LOG_NUMBER);
        check("the blocks of a QP", logMaxQpSize, MOST_LOG_SIZE);
        check("CQs", logMaxCq, MOST_LOG_NUMBER);
        check("the entries of a CQ", logMaxCqSize, MOST_LOG_SIZE);
        check("PDs", logMaxPd, MOST_LOG_NUMBER);
        check("READs and atomics", logRdAtomic, MOST_LOG_SIZE);
        check("the bytes of a message", logMaxMessage, MOST_LOG_MESSAGE);
        check("SRQs", logMaxSrq, MOST_LOG_NUMBER);
        check("the WQEs of an SRQ", logMaxSrqSize, MOST_LOG_SRQ_SIZE);
    }

    private static void check(String what, int log, int most) {
        if (log < 0 || log > most) {
            throw new IllegalArgumentException("log2 of " + what + " is 0 to " + most + ", not " + log);
        }
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
     * {@return the same device with another number of keys}
     *
     * @param log log2 of the keys, regions and windows together, 0 to 24
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogMaxMkey(int log) {
        return with(draft -> draft.logMaxMkey = log);
    }

    /**
     * {@return the same device with another number of QPs}
     *
     * @param log log2 of the QPs, 0 to 24
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogMaxQp(int log) {
        return with(draft -> draft.logMaxQp = log);
    }

    /**
     * {@return the same device with queues of QPs of another size}
     *
     * @param log log2 of the basic blocks of a send queue, and of the WQEs of a receive queue, 0 to 30
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogMaxQpSize(int log) {
        return with(draft -> draft.logMaxQpSize = log);
    }

    /**
     * {@return the same device with another number of CQs}
     *
     * @param log log2 of the CQs, 0 to 24
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogMaxCq(int log) {
        return with(draft -> draft.logMaxCq = log);
    }

    /**
     * {@return the same device with CQs of another size}
     *
     * @param log log2 of the entries of a CQ, 0 to 30
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogMaxCqSize(int log) {
        return with(draft -> draft.logMaxCqSize = log);
    }

    /**
     * {@return the same device with another number of PDs}
     *
     * @param log log2 of the PDs, 0 to 24
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogMaxPd(int log) {
        return with(draft -> draft.logMaxPd = log);
    }

    /**
     * {@return the same device with more or fewer READs and atomics outstanding}
     *
     * @param log log2 of those of a QP in one direction, 0 to 30
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogRdAtomic(int log) {
        return with(draft -> draft.logRdAtomic = log);
    }

    /**
     * {@return the same device with messages of another size}
     *
     * @param log log2 of the bytes of the largest message, 0 to 31
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogMaxMessage(int log) {
        return with(draft -> draft.logMaxMessage = log);
    }

    /**
     * {@return the same device with another number of SRQs}
     *
     * @param log log2 of the SRQs, 0 to 24
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogMaxSrq(int log) {
        return with(draft -> draft.logMaxSrq = log);
    }

    /**
     * {@return the same device with SRQs of another size}
     *
     * @param log log2 of the WQEs of an SRQ, 0 to 15
     * @throws IllegalArgumentException for another number
     */
    public HcaLimits withLogMaxSrqSize(int log) {
        return with(draft -> draft.logMaxSrqSize = log);
    }

    /**
     * {@return the same device with other limits for indirect mkeys}
     *
     * @param limits what an indirect mkey may be
     */
    public HcaLimits withMkeys(MkeyLimits limits) {
        return with(draft -> draft.mkeys = limits);
    }

    /**
     * {@return the same device with fewer QPs, CQs and SRQs, if it has more}
     *
     * @param log log2 of the most numbers of each kind, 0 to 24
     * @throws IllegalArgumentException for a negative number
     */
    public HcaLimits withFewerQueues(int log) {
        return with(draft -> {
            draft.logMaxQp = Math.min(logMaxQp, log);
            draft.logMaxCq = Math.min(logMaxCq, log);
            draft.logMaxSrq = Math.min(logMaxSrq, log);
        });
    }

    private HcaLimits with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.limits();
    }

    /** The values of limits, of which one is about to change. */
    private static final class Draft {
        int logMaxMkey;
        int logMaxQp;
        int logMaxQpSize;
        int logMaxCq;
        int logMaxCqSize;
        int logMaxPd;
        int logRdAtomic;
        int logMaxMessage;
        int logMaxSrq;
        int logMaxSrqSize;
        MkeyLimits mkeys;

        Draft(HcaLimits from) {
            logMaxMkey = from.logMaxMkey;
            logMaxQp = from.logMaxQp;
            logMaxQpSize = from.logMaxQpSize;
            logMaxCq = from.logMaxCq;
            logMaxCqSize = from.logMaxCqSize;
            logMaxPd = from.logMaxPd;
            logRdAtomic = from.logRdAtomic;
            logMaxMessage = from.logMaxMessage;
            logMaxSrq = from.logMaxSrq;
            logMaxSrqSize = from.logMaxSrqSize;
            mkeys = from.mkeys;
        }

        HcaLimits limits() {
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
                    mkeys);
        }
    }
}
