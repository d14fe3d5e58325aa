package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.manual.Eqe;
import java.util.Arrays;

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
    /** Where a peer writes, or executes an atomic. */
    static final int PLACE = Eqe.FAULT_WRITE | Eqe.FAULT_RDMA;

    private static final int SLOTS = 4;
    private static final int INBOUND = 3;
    private static final int NO_TOKEN = 0;

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
        return tokens[slot(kind)] != NO_TOKEN;
    }

    /** Whether the send queue waits. */
    boolean requesterWaits() {
        return (tokens[0] | tokens[1]) != NO_TOKEN;
    }

    void begin(long token, int kind, int key, long address) {
        int slot = slot(kind);
        tokens[slot] = token;
        kinds[slot] = kind;
        keys[slot] = key;
        addresses[slot] = address;
    }

    /** Ends the wait under a token; the result is its kind, or -1 when nobody waits so. */
    int end(long token) {
        int slot = (int) token & SLOTS - 1;
        if (token == NO_TOKEN || tokens[slot] != token) {
            return -1;
        }
        tokens[slot] = NO_TOKEN;
        return kinds[slot];
    }

    /** Ends the wait of a kind, if there is one. */
    void end(int kind) {
        tokens[slot(kind)] = NO_TOKEN;
    }

    /** The region of the last wait of a kind. */
    int key(int kind) {
        return keys[slot(kind)];
    }

    long address(int kind) {
        return addresses[slot(kind)];
    }

    void clear() {
        Arrays.fill(tokens, NO_TOKEN);
    }
}
