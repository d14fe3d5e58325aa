package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.manual.Eqe;

/** For which pages a QP waits: one access of each kind at a time. */
final class FaultSlots {
    /** The data of a request that is being sent. */
    static final int GATHER = Eqe.FAULT_REQUESTOR;
    /** Where the answer to a request goes. */
    static final int LAND = Eqe.FAULT_REQUESTOR | Eqe.FAULT_WRITE;
    /** The data of a READ that is being answered. */
    static final int ANSWER = Eqe.FAULT_RDMA;
    /** Where a message goes that arrives. */
    static final int RECEIVE = Eqe.FAULT_WRITE;
    /** Where a peer writes, executes an atomic, or flushes. */
    static final int PLACE = Eqe.FAULT_WRITE | Eqe.FAULT_RDMA;

    private static final int SLOTS = 4;
    private static final int INBOUND = 3;
    private static final int OF_REQUESTER = 0b0011;

    /** A bit for each slot that waits. */
    private int waiting;

    private final long[] tokens = new long[SLOTS];
    private final int[] kinds = new int[SLOTS];
    private final int[] keys = new int[SLOTS];
    private final long[] addresses = new long[SLOTS];

    /** What arrives is one packet at a time, whatever it asks for. */
    static int slot(int kind) {
        return switch (kind) {
            case GATHER -> 0;
            case LAND -> 1;
            case ANSWER -> 2;
            default -> INBOUND;
        };
    }

    boolean waits(int kind) {
        return (waiting & 1 << slot(kind)) != 0;
    }

    /** Whether the send queue waits. */
    boolean requesterWaits() {
        return (waiting & OF_REQUESTER) != 0;
    }

    void begin(long token, int kind, int key, long address) {
        int slot = slot(kind);
        waiting |= 1 << slot;
        tokens[slot] = token;
        kinds[slot] = kind;
        keys[slot] = key;
        addresses[slot] = address;
    }

    /** Ends the wait under a token; the result is its kind, or -1 when nobody waits so. */
    int end(long token) {
        int slot = (int) token & SLOTS - 1;
        boolean isWaiting = (waiting & 1 << slot) != 0 && tokens[slot] == token;
        waiting &= ~(isWaiting ? 1 << slot : 0);
        return isWaiting ? kinds[slot] : -1;
    }

    /** Forgets the wait of a kind, if there is one. */
    void forget(int kind) {
        waiting &= ~(1 << slot(kind));
    }

    /** The region of the last wait of a kind. */
    int key(int kind) {
        return keys[slot(kind)];
    }

    long address(int kind) {
        return addresses[slot(kind)];
    }

    void clear() {
        waiting = 0;
    }
}
