package dev.fenestra.hw.sim.engine;

/**
 * Send WQEs between fetch and completion, in order, as arrays by slot. {@code head} is the oldest that is not completed, {@code cursor} the one being
 * sent, {@code tail} one behind the newest fetched. Counts run freely.
 */
final class SendRing {
    /** Sent or to be sent; waits for the peer. */
    static final byte WAITING = 0;

    static final byte DONE = 1;
    static final byte FAILED = 2;

    final int mask;
    final int[] wqeIndex;
    final int[] opcode;
    /** Numbers of the first piece of data and of one behind the last. */
    final byte[] firstPiece;

    final byte[] endOfPieces;
    final boolean[] signaled;
    final boolean[] fenced;
    final boolean[] solicited;
    final int[] immediate;
    final int[] firstPsn;
    final int[] lastPsn;
    final long[] length;
    final byte[] state;
    /** Of a failed request: what its CQE will say. */
    final byte[] syndrome;

    final byte[] vendorSyndrome;
    int head;
    int cursor;
    int tail;

    /**
     * @param capacity a power of two, as many as slots in the queue
     */
    SendRing(int capacity) {
        mask = capacity - 1;
        wqeIndex = new int[capacity];
        opcode = new int[capacity];
        firstPiece = new byte[capacity];
        endOfPieces = new byte[capacity];
        signaled = new boolean[capacity];
        fenced = new boolean[capacity];
        solicited = new boolean[capacity];
        immediate = new int[capacity];
        firstPsn = new int[capacity];
        lastPsn = new int[capacity];
        length = new long[capacity];
        state = new byte[capacity];
        syndrome = new byte[capacity];
        vendorSyndrome = new byte[capacity];
    }

    boolean isEmpty() {
        return head == tail;
    }

    void clear() {
        head = 0;
        cursor = 0;
        tail = 0;
    }

    void fail(int slot, int cqeSyndrome, int vendor) {
        state[slot] = FAILED;
        syndrome[slot] = (byte) cqeSyndrome;
        vendorSyndrome[slot] = (byte) vendor;
    }
}
