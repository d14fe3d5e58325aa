package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;

/**
 * Send WQEs between fetch and completion, in order. {@link #head} is the oldest that is not completed, {@link #cursor}
 * the one being sent, {@link #tail} the one after the newest fetched. Counts run freely.
 *
 * <p>A slot is 32 bytes of one array. With ten thousand QPs in use, each more array would be one more cache miss.
 */
public final class FetchedSends {
    /** State: sent or to be sent; it waits for the peer. */
    public static final int WAITING = 0;

    /** State: done. */
    public static final int DONE = 1;
    /** State: failed. */
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
    /** The state; then the flags of the request, a bit each; then status and rule of a failed request, 8 bits each. */
    private static final int STATE_MASK = 3;

    private static final int SIGNALED = 1 << 2;
    private static final int FENCED = 1 << 3;
    private static final int SOLICITED = 1 << 4;
    private static final int COMPLETION_SHIFT = 8;
    private static final int RULE_SHIFT = 16;
    private static final int BYTE_MASK = 0xff;
    private static final long LOW_WORD = 0xffffffffL;
    private static final CompletionStatus[] COMPLETION_STATUSES = CompletionStatus.values();

    /** A count masked by this is a slot. */
    public final int mask;

    private final long[] slots;
    /** Count of the oldest WQE that is not completed. */
    public int head;
    /** Count of the WQE being sent. */
    public int cursor;
    /** Count after the newest fetched WQE. */
    public int tail;

    /**
     * Makes an empty ring.
     *
     * @param capacity a power of two, the slots of the queue
     */
    FetchedSends(int capacity) {
        mask = capacity - 1;
        slots = new long[capacity << SLOT_SHIFT];
    }

    /**
     * {@return the plan of requests with one piece of data, and without immediate data}
     *
     * @param opcode of the requests
     * @param queues in which they lie
     */
    public static long plan(int opcode, WorkQueues queues) {
        int piece = queues.onlyPiece(opcode);
        return (long) (opcode | piece << FIRST_PIECE_SHIFT | piece + 1 << END_SHIFT) << Integer.SIZE;
    }

    /** {@return whether no WQE is fetched and not completed} */
    public boolean isEmpty() {
        return head == tail;
    }

    /**
     * Begins at the first slot again when the ring is empty. So a queue that has few WQEs at a time uses few cache
     * lines.
     */
    public void restart() {
        if (head == tail) {
            clear();
        }
    }

    /** Removes all WQEs. */
    void clear() {
        head = 0;
        cursor = 0;
        tail = 0;
    }

    /**
     * Adds a fetched WQE, without data and packets so far.
     *
     * @param slot of the WQE
     * @param index of the WQE in the queue
     * @param operation its head
     * @param nextPsn PSN of its first packet
     */
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

    /**
     * Adds a SEND or an RDMA WRITE of one piece and one packet that has been sent.
     *
     * @param slot of the WQE
     * @param index of the WQE in the queue
     * @param plan of it
     * @param psn PSN of its packet
     * @param length bytes of its data
     * @param signaled whether it completes also on success
     */
    public void sentMessage(int slot, int index, long plan, int psn, int length, boolean signaled) {
        int at = slot << SLOT_SHIFT;
        slots[at + PLAN] = plan | index;
        slots[at + STATUS] = WAITING | (signaled ? SIGNALED : 0);
        slots[at + PSNS] = pair(psn, psn);
        slots[at + LENGTH] = length;
    }

    /**
     * Adds an atomic of one piece that has been sent.
     *
     * @param slot of the WQE
     * @param index of the WQE in the queue
     * @param plan of it
     * @param psn PSN of its packet
     * @param signaled whether it completes also on success
     */
    public void sentAtomic(int slot, int index, long plan, int psn, boolean signaled) {
        int at = slot << SLOT_SHIFT;
        slots[at + PLAN] = plan | index;
        slots[at + STATUS] = WAITING | (signaled ? SIGNALED : 0);
        slots[at + PSNS] = pair(psn, psn);
        slots[at + LENGTH] = Long.BYTES;
    }

    private static long pair(int low, int high) {
        return (long) high << Integer.SIZE | low & LOW_WORD;
    }

    /**
     * {@return index of a WQE in the queue}
     *
     * @param slot of the WQE
     */
    public int wqeIndex(int slot) {
        return low(slot, PLAN);
    }

    /**
     * {@return opcode of a WQE}
     *
     * @param slot of the WQE
     */
    public int opcode(int slot) {
        return high(slot, PLAN) & 0xffff;
    }

    /**
     * {@return number of a WQE's first piece of data}
     *
     * @param slot of the WQE
     */
    public int firstPiece(int slot) {
        return high(slot, PLAN) >>> FIRST_PIECE_SHIFT & BYTE_MASK;
    }

    /**
     * {@return number after a WQE's last piece of data}
     *
     * @param slot of the WQE
     */
    public int endOfPieces(int slot) {
        return high(slot, PLAN) >>> END_SHIFT;
    }

    /**
     * {@return whether a WQE completes also on success}
     *
     * @param slot of the WQE
     */
    public boolean signaled(int slot) {
        return (low(slot, STATUS) & SIGNALED) != 0;
    }

    /**
     * {@return whether a WQE waits for earlier READs and atomics}
     *
     * @param slot of the WQE
     */
    public boolean fenced(int slot) {
        return (low(slot, STATUS) & FENCED) != 0;
    }

    /**
     * {@return whether a WQE asks the receiver for an event}
     *
     * @param slot of the WQE
     */
    public boolean solicited(int slot) {
        return (low(slot, STATUS) & SOLICITED) != 0;
    }

    /**
     * {@return immediate data, or the key to invalidate}
     *
     * @param slot of the WQE
     */
    public int immediate(int slot) {
        return high(slot, STATUS);
    }

    /**
     * {@return PSN of a WQE's first packet}
     *
     * @param slot of the WQE
     */
    public int firstPsn(int slot) {
        return low(slot, PSNS);
    }

    /**
     * {@return PSN of a WQE's last packet, one less than the first when it has none}
     *
     * @param slot of the WQE
     */
    public int lastPsn(int slot) {
        return high(slot, PSNS);
    }

    /**
     * Sets the PSN of a WQE's last packet.
     *
     * @param slot of the WQE
     * @param psn 24 bits
     */
    public void lastPsn(int slot, int psn) {
        slots[(slot << SLOT_SHIFT) + PSNS] = pair(firstPsn(slot), psn);
    }

    /**
     * {@return bytes of a WQE's message}
     *
     * @param slot of the WQE
     */
    public long length(int slot) {
        return slots[(slot << SLOT_SHIFT) + LENGTH];
    }

    /**
     * Sets the bytes of a WQE's message.
     *
     * @param slot of the WQE
     * @param bytes 0 and up
     */
    public void length(int slot, long bytes) {
        slots[(slot << SLOT_SHIFT) + LENGTH] = bytes;
    }

    /**
     * {@return state of a WQE: {@link #WAITING}, {@link #DONE} or {@link #FAILED}}
     *
     * @param slot of the WQE
     */
    public int state(int slot) {
        return low(slot, STATUS) & STATE_MASK;
    }

    /**
     * Sets the state of a WQE.
     *
     * @param slot of the WQE
     * @param state one of the three constants
     */
    public void state(int slot, int state) {
        int at = (slot << SLOT_SHIFT) + STATUS;
        slots[at] = slots[at] & ~STATE_MASK | state;
    }

    /**
     * {@return of a failed WQE: how it has failed}
     *
     * @param slot of the WQE
     */
    public CompletionStatus completionStatus(int slot) {
        return COMPLETION_STATUSES[low(slot, STATUS) >>> COMPLETION_SHIFT & BYTE_MASK];
    }

    /**
     * {@return of a failed WQE: the code of the rule, 0 for none}
     *
     * @param slot of the WQE
     */
    public int rule(int slot) {
        return low(slot, STATUS) >>> RULE_SHIFT & BYTE_MASK;
    }

    /**
     * Makes a WQE fail.
     *
     * @param slot of the WQE
     * @param status how it fails
     * @param rule code of the rule, 0 for none
     */
    public void fail(int slot, CompletionStatus status, int rule) {
        int at = (slot << SLOT_SHIFT) + STATUS;
        long kept = slots[at] & (~LOW_WORD | SIGNALED | FENCED | SOLICITED);
        slots[at] = kept | FAILED | status.ordinal() << COMPLETION_SHIFT | (rule & BYTE_MASK) << RULE_SHIFT;
    }

    /**
     * Reads the cache line of the next WQE's slot.
     *
     * @return a value without meaning
     */
    int readAhead() {
        return slots.length == 0 ? 0 : low(tail & mask, PLAN);
    }

    private int low(int slot, int number) {
        return (int) slots[(slot << SLOT_SHIFT) + number];
    }

    private int high(int slot, int number) {
        return (int) (slots[(slot << SLOT_SHIFT) + number] >>> Integer.SIZE);
    }
}
