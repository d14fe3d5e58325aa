package dev.fenestra.hw.sim.engine.qp;

import dev.fenestra.hw.sim.wire.Aeth;
import java.util.Arrays;

/**
 * ACKs and NAKs that a responder owes, oldest first. One that acknowledges a PSN speaks for all before it, so a device
 * that coalesces keeps the latest only; but the ACK of a repeated request does not take the place of a NAK, which would
 * never be said again.
 */
public final class AckQueue {
    private final boolean coalesces;
    /** A power of two of them. */
    private int[] psns = new int[1];

    private int[] syndromes = new int[1];
    private int[] messageCounts = new int[1];
    private int first;
    private int size;

    public AckQueue(boolean coalesces) {
        this.coalesces = coalesces;
    }

    /** Whether the latest ACK stands for all before it. */
    public boolean coalesces() {
        return coalesces;
    }

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

    /** Unrolls the ring into arrays of twice the size. */
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

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    public int psn() {
        return psns[first];
    }

    public int syndrome() {
        return syndromes[first];
    }

    /** Requests finished when this answer was noted, 24 bits. */
    public int messageCount() {
        return messageCounts[first];
    }

    public void removeOldest() {
        first = first + 1 & psns.length - 1;
        size--;
    }

    public void clear() {
        first = 0;
        size = 0;
    }
}
