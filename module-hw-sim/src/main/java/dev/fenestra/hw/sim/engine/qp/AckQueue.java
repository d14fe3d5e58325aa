package dev.fenestra.hw.sim.engine.qp;

import dev.fenestra.hw.sim.wire.Aeth;
import java.util.Arrays;

/**
 * ACKs and NAKs that a responder owes, oldest first. An answer to a PSN also answers all earlier requests, so a device
 * that coalesces keeps the latest answer only. There is one exception: the ACK of a repeated request does not replace a
 * NAK, since a NAK is sent once.
 */
public final class AckQueue {
    private final boolean coalesces;
    /** The arrays have a power of two entries. */
    private int[] psns = new int[1];

    private int[] syndromes = new int[1];
    private int[] messageCounts = new int[1];
    private int first;
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
     * @param psn PSN that it answers
     * @param syndrome of the {@link Aeth}
     * @param messageCount requests finished, 24 bits
     */
    public void add(int psn, int syndrome, int messageCount) {
        if (coalesces && size > 0) {
            boolean isNak = !Aeth.isAck(syndromes[first]);
            if (isNak && Aeth.isAck(syndrome) && Psn.difference(psn, psns[first]) < 0) {
                return;
            }
            size = 0;
        }
        if (size == psns.length) {
            grow();
        }
        int slot = first + size & psns.length - 1;
        psns[slot] = psn;
        syndromes[slot] = syndrome;
        messageCounts[slot] = messageCount;
        size++;
    }

    /** Copies the ring to arrays of twice the size. */
    private void grow() {
        int[][] grown = new int[3][];
        int[][] old = {psns, syndromes, messageCounts};
        for (int i = 0; i < old.length; i++) {
            grown[i] = Arrays.copyOf(Arrays.copyOfRange(old[i], first, old[i].length), 2 * old[i].length);
            System.arraycopy(old[i], 0, grown[i], old[i].length - first, first);
        }
        psns = grown[0];
        syndromes = grown[1];
        messageCounts = grown[2];
        first = 0;
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
        return psns[first];
    }

    /** {@return syndrome of the oldest answer} */
    public int syndrome() {
        return syndromes[first];
    }

    /** {@return requests finished when the oldest answer was added, 24 bits} */
    public int messageCount() {
        return messageCounts[first];
    }

    /** Removes the oldest answer; the queue is not empty. */
    public void removeOldest() {
        first = first + 1 & psns.length - 1;
        size--;
    }

    /** Removes all answers. */
    public void clear() {
        first = 0;
        size = 0;
    }
}
