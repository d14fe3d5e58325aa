package dev.fenestra.hw.sim.engine.protection;

/**
 * For which pages a QP waits: one access of each {@link Use} at a time, and one packet that has arrived, whatever it
 * asks for.
 */
public final class FaultSlots {
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

    public FaultSlots() {}

    /**
     * A token of 48 bits under which a QP waits.
     *
     * @param count tells the waits of one QP from each other
     */
    static long token(int qpn, int count, Use use) {
        return (long) qpn << QPN_SHIFT | (long) (count & COUNT_MASK) << COUNT_SHIFT | use.slot;
    }

    /** The QP that waits under a token. */
    public static int qpn(long token) {
        return (int) (token >>> QPN_SHIFT);
    }

    private static int slot(long token) {
        return (int) token & Use.SLOTS - 1;
    }

    /** Whether the QP waits for a page that it uses so. */
    public boolean waits(Use use) {
        return (waiting & 1 << use.slot) != 0;
    }

    /** Whether the send queue waits. */
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

    /** Whether the QP waits under a token. */
    public boolean waitsUnder(long token) {
        int slot = slot(token);
        return (waiting & 1 << slot) != 0 && tokens[slot] == token;
    }

    /** Ends the wait under a token, under which the QP waits. The result is what the page was for. */
    public Use end(long token) {
        int slot = slot(token);
        waiting &= ~(1 << slot);
        return uses[slot];
    }

    /** Forgets a wait, if there is one. */
    void forget(Use use) {
        waiting &= ~(1 << use.slot);
    }

    /** The region of the last wait for a page that is used so. */
    public int key(Use use) {
        return keys[use.slot];
    }

    /** The address of the last such wait, by which requests name it. */
    public long address(Use use) {
        return addresses[use.slot];
    }

    /** Forgets every wait. */
    public void clear() {
        waiting = 0;
    }
}
