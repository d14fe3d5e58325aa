package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.queue.SendOperation;

/**
 * Send WQEs between fetch and completion, in order. {@code head} is the oldest that is not completed, {@code cursor} the one being sent,
 * {@code tail} one behind the newest fetched. Counts run freely.
 *
 * <p>All of a slot is 32 bytes of one array: with ten thousand QPs in use each array more would be a cache miss more.
 */
final class SendRing {
    /** Sent or to be sent; waits for the peer. */
    static final int WAITING = 0;

    static final int DONE = 1;
    static final int FAILED = 2;

    private static final int SLOT_SHIFT = 3;
    private static final int WQE_INDEX = 0;
    /** Opcode, 16 bits; numbers of the first piece of data and of one behind the last, 8 bits each. */
    private static final int PLAN = 1;

    private static final int FIRST_PIECE_SHIFT = 16;
    private static final int END_SHIFT = 24;
    /** The state, 2 bits; what was asked for, a bit each; of a failed request, what its CQE will say, 8 bits each. */
    private static final int STATUS = 2;

    private static final int STATE_MASK = 3;
    private static final int SIGNALED = 1 << 2;
    private static final int FENCED = 1 << 3;
    private static final int SOLICITED = 1 << 4;
    private static final int SYNDROME_SHIFT = 8;
    private static final int VENDOR_SHIFT = 16;
    private static final int BYTE_MASK = 0xff;
    private static final int IMMEDIATE = 3;
    private static final int FIRST_PSN = 4;
    private static final int LAST_PSN = 5;
    private static final int LENGTH_LOW = 6;
    private static final int LENGTH_HIGH = 7;

    final int mask;
    private final int[] slots;
    int head;
    int cursor;
    int tail;

    /**
     * @param capacity a power of two, as many as slots in the queue
     */
    SendRing(int capacity) {
        mask = capacity - 1;
        slots = new int[capacity << SLOT_SHIFT];
    }

    boolean isEmpty() {
        return head == tail;
    }

    void clear() {
        head = 0;
        cursor = 0;
        tail = 0;
    }

    /** Notes a WQE that was fetched, without data and packets so far. */
    void fetched(int slot, int index, SendOperation operation, int nextPsn) {
        int at = slot << SLOT_SHIFT;
        slots[at + WQE_INDEX] = index;
        slots[at + PLAN] =
                operation.opcode | operation.firstPiece << FIRST_PIECE_SHIFT | operation.endOfPieces << END_SHIFT;
        slots[at + STATUS] = WAITING
                | (operation.signaled ? SIGNALED : 0)
                | (operation.fenced ? FENCED : 0)
                | (operation.solicited ? SOLICITED : 0);
        slots[at + IMMEDIATE] = operation.immediate;
        slots[at + FIRST_PSN] = nextPsn;
        slots[at + LAST_PSN] = Psn.plus(nextPsn, -1);
        slots[at + LENGTH_LOW] = 0;
        slots[at + LENGTH_HIGH] = 0;
    }

    int wqeIndex(int slot) {
        return word(slot, WQE_INDEX);
    }

    int opcode(int slot) {
        return word(slot, PLAN) & 0xffff;
    }

    int firstPiece(int slot) {
        return word(slot, PLAN) >>> FIRST_PIECE_SHIFT & BYTE_MASK;
    }

    int endOfPieces(int slot) {
        return word(slot, PLAN) >>> END_SHIFT;
    }

    boolean signaled(int slot) {
        return (word(slot, STATUS) & SIGNALED) != 0;
    }

    boolean fenced(int slot) {
        return (word(slot, STATUS) & FENCED) != 0;
    }

    boolean solicited(int slot) {
        return (word(slot, STATUS) & SOLICITED) != 0;
    }

    int immediate(int slot) {
        return word(slot, IMMEDIATE);
    }

    int firstPsn(int slot) {
        return word(slot, FIRST_PSN);
    }

    int lastPsn(int slot) {
        return word(slot, LAST_PSN);
    }

    void lastPsn(int slot, int psn) {
        slots[(slot << SLOT_SHIFT) + LAST_PSN] = psn;
    }

    long length(int slot) {
        return (long) word(slot, LENGTH_HIGH) << Integer.SIZE | word(slot, LENGTH_LOW) & 0xffffffffL;
    }

    void length(int slot, long bytes) {
        int at = slot << SLOT_SHIFT;
        slots[at + LENGTH_LOW] = (int) bytes;
        slots[at + LENGTH_HIGH] = (int) (bytes >>> Integer.SIZE);
    }

    int state(int slot) {
        return word(slot, STATUS) & STATE_MASK;
    }

    void state(int slot, int state) {
        int at = (slot << SLOT_SHIFT) + STATUS;
        slots[at] = slots[at] & ~STATE_MASK | state;
    }

    int syndrome(int slot) {
        return word(slot, STATUS) >>> SYNDROME_SHIFT & BYTE_MASK;
    }

    int vendorSyndrome(int slot) {
        return word(slot, STATUS) >>> VENDOR_SHIFT & BYTE_MASK;
    }

    void fail(int slot, int cqeSyndrome, int vendor) {
        int at = (slot << SLOT_SHIFT) + STATUS;
        int asked = slots[at] & (SIGNALED | FENCED | SOLICITED);
        slots[at] = asked | FAILED | (cqeSyndrome & BYTE_MASK) << SYNDROME_SHIFT | (vendor & BYTE_MASK) << VENDOR_SHIFT;
    }

    /** Reads the slot of the next WQE, so that its line is at hand. */
    int touch() {
        return slots.length == 0 ? 0 : word(tail & mask, WQE_INDEX);
    }

    private int word(int slot, int number) {
        return slots[(slot << SLOT_SHIFT) + number];
    }
}
