package dev.fenestra.hw.sim.hca.qp;

import java.util.Arrays;

/**
 * A responder's resources for READs, atomics and their like (IBA 9.7.5.1.2). There is an entry for each of the last
 * requests; the next new request replaces the oldest. An entry keeps what a repeated request needs: the range of a
 * READ, the result of an atomic.
 *
 * <p>An entry may owe an answer. The oldest one that does is answered next, so answers leave in the order of the
 * requests. A repeated request makes its entry owe its answer again. Only requests whose first answer has not left
 * count against the depth.
 */
public final class ResponseQueue {
    /** The queue of all responders that have had no such request since RESET. Nothing is added to it. */
    static final ResponseQueue NONE = new ResponseQueue(1);

    private static final long ATOMIC = -1;
    private static final long EMPTY = -2;
    private static final int NO_PSN = -1;

    private final int mask;
    private final int[] psns;
    private final int[] pds;
    private final int[] keys;
    /** The first address of a READ, or the result of an atomic. */
    private final long[] addresses;
    /** Bytes of a READ; for other requests their kind. */
    private final long[] lengths;

    private final int[] versions;
    private final boolean[] owes;
    private final int[] answerPsns;
    private final long[] answerAddresses;
    private final long[] answerLengths;
    private final long[] answerSent;

    /** Number of the next new request. */
    private int next;
    /** Number of the oldest request whose first answer has not left. */
    private int unanswered;
    /** Number of the oldest request that owes an answer, if one does. */
    private int oldest;
    /** Number of the request being answered. */
    private int chosen;

    private int owing;

    /**
     * Makes an empty queue.
     *
     * @param capacity requests that are remembered, a power of two
     */
    ResponseQueue(int capacity) {
        mask = capacity - 1;
        psns = new int[capacity];
        pds = new int[capacity];
        keys = new int[capacity];
        addresses = new long[capacity];
        lengths = new long[capacity];
        versions = new int[capacity];
        owes = new boolean[capacity];
        answerPsns = new int[capacity];
        answerAddresses = new long[capacity];
        answerLengths = new long[capacity];
        answerSent = new long[capacity];
        clear();
    }

    /** {@return whether no answer is owed} */
    public boolean isEmpty() {
        return owing == 0;
    }

    /**
     * {@return whether a responder has no resource for a new request}
     *
     * @param depth READs and atomics that it serves at a time
     */
    public boolean isFull(int depth) {
        return next - unanswered >= Math.min(depth, psns.length);
    }

    /** Forgets all requests. */
    public void clear() {
        next = 0;
        unanswered = 0;
        oldest = 0;
        chosen = 0;
        owing = 0;
        Arrays.fill(owes, false);
        Arrays.fill(psns, NO_PSN);
    }

    /**
     * Adds a new READ.
     *
     * @param pd that the key must belong to
     * @param rkey R_Key of the READ
     * @param address of the READ
     * @param length bytes of the READ
     * @param psn PSN of the request
     * @param version of the region when the READ was taken
     */
    public void addRead(int pd, int rkey, long address, long length, int psn, int version) {
        int slot = add(psn, address, length);
        pds[slot] = pd;
        keys[slot] = rkey;
        versions[slot] = version;
        owe(next - 1, psn, address, length);
    }

    /**
     * Adds an executed atomic, for its answer and for repeated requests.
     *
     * @param psn PSN of the request
     * @param original the value before the atomic
     */
    public void addAtomic(int psn, long original) {
        add(psn, original, ATOMIC);
        owe(next - 1, psn, original, ATOMIC);
    }

    /**
     * Adds an executed request whose answer is a READ response without data.
     *
     * @param psn PSN of the request
     */
    public void addEmpty(int psn) {
        add(psn, 0, EMPTY);
        owe(next - 1, psn, 0, 0);
    }

    private int add(int psn, long address, long length) {
        int slot = next & mask;
        if (owes[slot]) {
            // The requester has this answer, or it would not send another request: it was asked for by a packet that
            // came late.
            settle(next - mask - 1);
        }
        psns[slot] = psn;
        addresses[slot] = address;
        lengths[slot] = length;
        next++;
        return slot;
    }

    private void owe(int number, int psn, long address, long length) {
        int slot = number & mask;
        if (owing == 0 || number - oldest < 0) {
            oldest = number;
        }
        owing += owes[slot] ? 0 : 1;
        owes[slot] = true;
        answerPsns[slot] = psn;
        answerAddresses[slot] = address;
        answerLengths[slot] = length;
        answerSent[slot] = 0;
    }

    private void settle(int number) {
        owes[number & mask] = false;
        owing--;
        while (owing > 0 && !owes[oldest & mask]) {
            oldest++;
        }
    }

    /**
     * Answers a known READ again, or the rest of it from one of its packets on.
     *
     * @param rkey R_Key of the repeated request
     * @param address of the repeated request
     * @param length bytes of the repeated request
     * @param psn PSN of the repeated request
     * @param mtu path MTU, bytes
     * @param version of the region now
     * @return false when no remembered READ contains it
     */
    public boolean repeatRead(int rkey, long address, long length, int psn, int mtu, int version) {
        for (int number = next - 1; number - next >= -psns.length; number--) {
            int slot = number & mask;
            long ahead = psns[slot] == NO_PSN ? -1 : Psn.difference(psn, psns[slot]);
            boolean isPart = ahead >= 0
                    && lengths[slot] >= 0
                    && keys[slot] == rkey
                    && address - addresses[slot] == ahead * mtu
                    && length <= lengths[slot] - ahead * mtu;
            if (isPart) {
                versions[slot] = version;
                owe(number, psn, address, length);
                return true;
            }
        }
        return false;
    }

    /**
     * Answers an atomic again.
     *
     * @param psn PSN of the repeated request
     * @return false when its result is no longer known
     */
    public boolean repeatAtomic(int psn) {
        int number = numberOf(psn, ATOMIC);
        if (number != next) {
            owe(number, psn, savedResult(number & mask), ATOMIC);
        }
        return number != next;
    }

    private long savedResult(int slot) {
        return addresses[slot];
    }

    /**
     * Answers a request with an empty answer again.
     *
     * @param psn PSN of the repeated request
     * @return false when it is no longer known
     */
    public boolean repeatEmpty(int psn) {
        int number = numberOf(psn, EMPTY);
        if (number != next) {
            owe(number, psn, 0, 0);
        }
        return number != next;
    }

    /** {@return the number of the request of a kind; that of the next new one when there is none} */
    private int numberOf(int psn, long kind) {
        for (int number = next - 1; number - next >= -psns.length; number--) {
            if (psns[number & mask] == psn && lengths[number & mask] == kind) {
                return number;
            }
        }
        return next;
    }

    /** Chooses the oldest request that owes an answer. The methods below are about that one. */
    public void choose() {
        chosen = oldest;
    }

    /**
     * Collects the results of the chosen request and of those behind it, as long as they are atomics that owe their
     * answers, and their PSNs follow each other.
     *
     * @param most how many to collect at most
     * @param originals gets the values before the atomics
     * @return how many there are
     */
    public int atomics(int most, long[] originals) {
        int count = 0;
        for (int psn = psn(); count < most && chosen + count != next; count++) {
            int slot = chosen + count & mask;
            if (!owes[slot] || answerLengths[slot] != ATOMIC || answerPsns[slot] != Psn.plus(psn, count)) {
                break;
            }
            originals[count] = answerAddresses[slot];
        }
        return count;
    }

    /** Notes that the chosen answer has left, or its last packet has. */
    public void removeChosen() {
        if (chosen - unanswered >= 0) {
            unanswered = chosen + 1;
        }
        settle(chosen);
    }

    /** {@return whether the chosen request is an atomic} */
    public boolean isAtomic() {
        return answerLengths[chosen & mask] == ATOMIC;
    }

    /** {@return of an atomic: the value before it} */
    public long original() {
        return answerAddresses[chosen & mask];
    }

    /** {@return the PD that the key must belong to} */
    public int pd() {
        return pds[chosen & mask];
    }

    /** {@return the R_Key of the READ} */
    public int key() {
        return keys[chosen & mask];
    }

    /** {@return the address of the first byte to answer} */
    public long address() {
        return answerAddresses[chosen & mask];
    }

    /** {@return bytes to answer} */
    public long length() {
        return answerLengths[chosen & mask];
    }

    /** {@return the region's version when the READ was taken} */
    public int version() {
        return versions[chosen & mask];
    }

    /** {@return the PSN of the first response packet} */
    public int psn() {
        return answerPsns[chosen & mask];
    }

    /** {@return bytes of the answer that have left} */
    public long sent() {
        return answerSent[chosen & mask];
    }

    /**
     * Counts bytes of the answer that have left.
     *
     * @param bytes 0 and up
     */
    public void sent(long bytes) {
        answerSent[chosen & mask] += bytes;
    }
}
