package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.roce.wire.Aeth;

/**
 * ACKs and NAKs that a responder owes, oldest first. An answer to a PSN also answers all earlier requests, so a device
 * that coalesces keeps the latest answer only. There is one exception: the ACK of a repeated request does not replace a
 * NAK, since a NAK is sent once.
 */
public final class AckQueue {
    /** log2 of the numbers that a later answer takes in its array. */
    private static final int LATER_SHIFT = 2;

    private static final int[] NO_LATER = new int[0];

    private final boolean coalesces;
    /** The oldest answer. */
    private int psn;

    private int syndrome;
    private int messageCount;
    /** A ring of the answers after the oldest one, a power of two of them. A device that coalesces has none. */
    private int[] later = NO_LATER;

    private int firstLater;
    private int size;

    /**
     * Makes an empty queue.
     *
     * @param coalesces whether the latest answer replaces earlier ones
     */
    AckQueue(boolean coalesces) {
        this.coalesces = coalesces;
    }

    /** {@return whether the latest answer replaces earlier ones} */
    public boolean coalesces() {
        return coalesces;
    }

    /**
     * Adds an answer.
     *
     * @param newPsn PSN that it answers
     * @param newSyndrome of the {@link Aeth}
     * @param newCount requests finished, 24 bits
     */
    public void add(int newPsn, int newSyndrome, int newCount) {
        if (coalesces && size > 0) {
            boolean isNak = !Aeth.isAck(syndrome);
            if (isNak && Aeth.isAck(newSyndrome) && Psn.difference(newPsn, psn) < 0) {
                return;
            }
            size = 0;
        }
        if (size == 0) {
            psn = newPsn;
            syndrome = newSyndrome;
            messageCount = newCount;
        } else {
            append(newPsn, newSyndrome, newCount);
        }
        size++;
    }

    private void append(int newPsn, int newSyndrome, int newCount) {
        int capacity = later.length >> LATER_SHIFT;
        if (size - 1 == capacity) {
            grow(capacity);
        }
        int at = laterAt(size - 1);
        later[at] = newPsn;
        later[at + 1] = newSyndrome;
        later[at + 2] = newCount;
    }

    /** The place of a later answer; the number of the first is 0. */
    private int laterAt(int number) {
        return (firstLater + number << LATER_SHIFT) & later.length - 1;
    }

    /** Copies the later answers to an array of twice the size. */
    private void grow(int capacity) {
        int[] grown = new int[Math.max(1, 2 * capacity) << LATER_SHIFT];
        int first = firstLater << LATER_SHIFT;
        System.arraycopy(later, first, grown, 0, later.length - first);
        System.arraycopy(later, 0, grown, later.length - first, first);
        later = grown;
        firstLater = 0;
    }

    /** {@return whether no answer is owed} */
    public boolean isEmpty() {
        return size == 0;
    }

    /** {@return the number of answers} */
    int size() {
        return size;
    }

    /** {@return PSN of the oldest answer} */
    public int psn() {
        return psn;
    }

    /** {@return syndrome of the oldest answer} */
    public int syndrome() {
        return syndrome;
    }

    /** {@return requests finished when the oldest answer was added, 24 bits} */
    public int messageCount() {
        return messageCount;
    }

    /** Removes the oldest answer; the queue is not empty. */
    public void removeOldest() {
        size--;
        if (size > 0) {
            int at = laterAt(0);
            psn = later[at];
            syndrome = later[at + 1];
            messageCount = later[at + 2];
            firstLater = firstLater + 1 & (later.length >> LATER_SHIFT) - 1;
        }
    }

    /** Removes all answers. */
    public void clear() {
        firstLater = 0;
        size = 0;
    }
}
