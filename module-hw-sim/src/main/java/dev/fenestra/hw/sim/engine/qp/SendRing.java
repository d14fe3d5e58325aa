package dev.fenestra.hw.sim.engine.qp;

import dev.fenestra.hw.sim.prm.WqeOpcode;
import dev.fenestra.hw.sim.queue.SendOperation;

/**
 * Send WQEs between fetch and completion, in order. {@code head} is the oldest that is not completed, {@code cursor}
 * the one being sent, {@code tail} one behind the newest fetched. Counts run freely.
 *
 * <p>All of a slot is 32 bytes of one array: with ten thousand QPs in use each array more would be a cache miss more.
 */
public final class SendRing {
    /** Sent or to be sent; waits for the peer. */
    public static final int WAITING = 0;

    public static final int DONE = 1;
    public static final int FAILED = 2;

    /** Longs of a slot, log2. */
    private static final int SLOT_SHIFT = 2;
    /**
     * Low half: index of the WQE. High half: opcode, 16 bits; numbers of the first piece of data and of one behind the
     * last, 8 bits each.
     */
    private static final int PLAN = 0;
    /** Low half: {@link #STATE_MASK} and the bits below. High half: immediate data. */
    private static final int STATUS = 1;
    /** Low half: the first PSN. High half: the last. */
    private static final int PSNS = 2;

    private static final int LENGTH = 3;
    private static final int FIRST_PIECE_SHIFT = 16;
    private static final int END_SHIFT = 24;
    /** The state; then what was asked for, a bit each; of a failed request, what its CQE will say, 8 bits each. */
    private static final int STATE_MASK = 3;

    private static final int SIGNALED = 1 << 2;
    private static final int FENCED = 1 << 3;
    private static final int SOLICITED = 1 << 4;
    private static final int SYNDROME_SHIFT = 8;
    private static final int VENDOR_SHIFT = 16;
    private static final int BYTE_MASK = 0xff;
    private static final long LOW_WORD = 0xffffffffL;
    /** A WRITE without immediate data has one piece of data behind two units. */
    private static final long WRITE_PLAN =
            (long) (WqeOpcode.RDMA_WRITE | 2 << FIRST_PIECE_SHIFT | 3 << END_SHIFT) << Integer.SIZE;

    public final int mask;
    private final long[] slots;
    public int head;
    public int cursor;
    public int tail;

    /**
     * @param capacity a power of two, as many as slots in the queue
     */
    public SendRing(int capacity) {
        mask = capacity - 1;
        slots = new long[capacity << SLOT_SHIFT];
    }

    public boolean isEmpty() {
        return head == tail;
    }

    public void clear() {
        head = 0;
        cursor = 0;
        tail = 0;
    }

    /** Notes a WQE that was fetched, without data and packets so far. */
    public void fetched(int slot, int index, SendOperation operation, int nextPsn) {
        int at = slot << SLOT_SHIFT;
        int plan = operation.opcode | operation.firstPiece << FIRST_PIECE_SHIFT | operation.endOfPieces << END_SHIFT;
        int status = WAITING
                | (operation.signaled ? SIGNALED : 0)
                | (operation.fenced ? FENCED : 0)
                | (operation.solicited ? SOLICITED : 0);
        slots[at + PLAN] = pair(index, plan);
        slots[at + STATUS] = pair(status, operation.immediate);
        slots[at + PSNS] = pair(nextPsn, Psn.plus(nextPsn, -1));
        slots[at + LENGTH] = 0;
    }

    /** Notes an RDMA WRITE of one piece and one packet that has been sent. */
    public void sentWrite(int slot, int index, int psn, int length, boolean signaled) {
        int at = slot << SLOT_SHIFT;
        slots[at + PLAN] = WRITE_PLAN | index;
        slots[at + STATUS] = WAITING | (signaled ? SIGNALED : 0);
        slots[at + PSNS] = pair(psn, psn);
        slots[at + LENGTH] = length;
    }

    private static long pair(int low, int high) {
        return (long) high << Integer.SIZE | low & LOW_WORD;
    }

    public int wqeIndex(int slot) {
        return low(slot, PLAN);
    }

    public int opcode(int slot) {
        return high(slot, PLAN) & 0xffff;
    }

    public int firstPiece(int slot) {
        return high(slot, PLAN) >>> FIRST_PIECE_SHIFT & BYTE_MASK;
    }

    public int endOfPieces(int slot) {
        return high(slot, PLAN) >>> END_SHIFT;
    }

    public boolean signaled(int slot) {
        return (low(slot, STATUS) & SIGNALED) != 0;
    }

    public boolean fenced(int slot) {
        return (low(slot, STATUS) & FENCED) != 0;
    }

    public boolean solicited(int slot) {
        return (low(slot, STATUS) & SOLICITED) != 0;
    }

    public int immediate(int slot) {
        return high(slot, STATUS);
    }

    public int firstPsn(int slot) {
        return low(slot, PSNS);
    }

    public int lastPsn(int slot) {
        return high(slot, PSNS);
    }

    public void lastPsn(int slot, int psn) {
        slots[(slot << SLOT_SHIFT) + PSNS] = pair(firstPsn(slot), psn);
    }

    public long length(int slot) {
        return slots[(slot << SLOT_SHIFT) + LENGTH];
    }

    public void length(int slot, long bytes) {
        slots[(slot << SLOT_SHIFT) + LENGTH] = bytes;
    }

    public int state(int slot) {
        return low(slot, STATUS) & STATE_MASK;
    }

    public void state(int slot, int state) {
        int at = (slot << SLOT_SHIFT) + STATUS;
        slots[at] = slots[at] & ~STATE_MASK | state;
    }

    public int syndrome(int slot) {
        return low(slot, STATUS) >>> SYNDROME_SHIFT & BYTE_MASK;
    }

    public int vendorSyndrome(int slot) {
        return low(slot, STATUS) >>> VENDOR_SHIFT & BYTE_MASK;
    }

    public void fail(int slot, int cqeSyndrome, int vendor) {
        int at = (slot << SLOT_SHIFT) + STATUS;
        long kept = slots[at] & (~LOW_WORD | SIGNALED | FENCED | SOLICITED);
        slots[at] = kept | FAILED | (cqeSyndrome & BYTE_MASK) << SYNDROME_SHIFT | (vendor & BYTE_MASK) << VENDOR_SHIFT;
    }

    /** Reads the slot of the next WQE, so that its line is at hand. */
    public int prefetch() {
        return slots.length == 0 ? 0 : low(tail & mask, PLAN);
    }

    private int low(int slot, int number) {
        return (int) slots[(slot << SLOT_SHIFT) + number];
    }

    private int high(int slot, int number) {
        return (int) (slots[(slot << SLOT_SHIFT) + number] >>> Integer.SIZE);
    }
}
