package dev.fenestra.hw.sim.hca.protection;

/**
 * The pages that a QP waits for: one access of each {@link Use} at a time, and one arrived packet, whatever its
 * request.
 */
public final class FaultSlots {
    /** The slots of all QPs that have not waited since RESET. Nothing begins to wait here. */
    public static final FaultSlots NONE = new FaultSlots();

    private static final int OF_REQUESTER = 1 << Use.GATHER.slot | 1 << Use.LAND.slot;

    private static final int QPN_SHIFT = 24;
    private static final int COUNT_SHIFT = 2;
    private static final int COUNT_MASK = (1 << QPN_SHIFT - COUNT_SHIFT) - 1;

    /** A bit for each slot that waits. */
    private int waiting;

    private final long[] tokens = new long[Use.SLOTS];
    private final Use[] uses = {Use.GATHER, Use.LAND, Use.ANSWER, Use.PLACE};
    private final int[] keys = new int[Use.SLOTS];
    private final long[] addresses = new long[Use.SLOTS];

    /** Makes slots that do not wait. */
    public FaultSlots() {}

    /**
     * {@return a token of 48 bits under which a QP waits}
     *
     * @param count distinguishes the waits of one QP
     */
    static long token(int qpn, int count, Use use) {
        return (long) qpn << QPN_SHIFT | (long) (count & COUNT_MASK) << COUNT_SHIFT | use.slot;
    }

    /**
     * {@return the QP that waits under a token}
     *
     * @param token as in a page fault event
     */
    public static int qpn(long token) {
        return (int) (token >>> QPN_SHIFT);
    }

    private static int slot(long token) {
        return (int) token & Use.SLOTS - 1;
    }

    /**
     * {@return whether the QP waits for a page of this use}
     *
     * @param use the use
     */
    public boolean waits(Use use) {
        return (waiting & 1 << use.slot) != 0;
    }

    /** {@return whether the send queue waits} */
    public boolean requesterWaits() {
        return (waiting & OF_REQUESTER) != 0;
    }

    void begin(long token, Use use, int key, long address) {
        int slot = use.slot;
        waiting |= 1 << slot;
        tokens[slot] = token;
        uses[slot] = use;
        keys[slot] = key;
        addresses[slot] = address;
    }

    /**
     * {@return whether the QP waits under a token}
     *
     * @param token as in a page fault event
     */
    public boolean waitsUnder(long token) {
        int slot = slot(token);
        return (waiting & 1 << slot) != 0 && tokens[slot] == token;
    }

    /**
     * Ends the wait under a token, under which the QP waits.
     *
     * @param token as in a page fault event
     * @return the use of the page
     */
    public Use end(long token) {
        int slot = slot(token);
        waiting &= ~(1 << slot);
        return uses[slot];
    }

    /** Forgets a wait, if there is one. Without one it writes nothing, since all QPs may share the slots. */
    void forget(Use use) {
        if (waits(use)) {
            waiting &= ~(1 << use.slot);
        }
    }

    /**
     * {@return the region of the last wait of this use}
     *
     * @param use the use
     */
    public int key(Use use) {
        return keys[use.slot];
    }

    /**
     * {@return the address of the last wait of this use, by which requests name it}
     *
     * @param use the use
     */
    public long address(Use use) {
        return addresses[use.slot];
    }
}
