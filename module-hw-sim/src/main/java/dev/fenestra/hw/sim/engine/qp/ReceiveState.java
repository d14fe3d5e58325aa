package dev.fenestra.hw.sim.engine.qp;

import dev.fenestra.hw.sim.queue.ReceiveSource;
import dev.fenestra.hw.sim.wire.OpcodeMask;

/** The receiving half of a QP: what comes next, where it goes, and what the peer is owed. */
public final class ReceiveState {
    /** In place of an operation: no message is in progress. */
    public static final int NO_MESSAGE = 0;
    /** The operations of which a message may have several packets. */
    public static final int OPERATIONS = OpcodeMask.SEND | OpcodeMask.WRITE;

    public int expectedPsn;
    /** Requests finished, 24 bits. */
    public int messageCount;
    /** The operation of the message in progress, or {@link #NO_MESSAGE}. */
    public int expectedPart = NO_MESSAGE;

    public boolean sequenceNakSent;
    /** The host knows that the peer sends. */
    public boolean established;

    public int nextReceive;
    /** The receive in use. */
    public final ReceiveSlot slot;
    /** Bytes of the message in progress. */
    public long received;
    /** Software has been told that no more receives are taken from the SRQ. */
    public boolean lastReceiveTold;
    /** Bytes of a message that travel in the completion of its receive. */
    public int inlineReceive;

    /** Of the WRITE in progress: where the next packet goes. */
    public int writeKey;

    public long writeAddress;
    public long writeLeft;

    public final AckQueue acks;
    public final ResponseQueue responses;

    public ReceiveState(ReceiveSource queue, int maxDepth, boolean coalescesAcks) {
        slot = new ReceiveSlot(queue);
        acks = new AckQueue(coalescesAcks);
        responses = new ResponseQueue(maxDepth);
    }

    /** Forgets everything that a QP in RESET does not know. */
    public void clear() {
        established = false;
        messageCount = 0;
        expectedPart = NO_MESSAGE;
        sequenceNakSent = false;
        nextReceive = 0;
        slot.taken = false;
        received = 0;
        lastReceiveTold = false;
        acks.clear();
        responses.clear();
    }

    /**
     * Whether a packet follows those before it: a message begins after the end of another one, and goes on as it began.
     *
     * @param mask of {@link OpcodeMask}
     */
    public boolean follows(int mask) {
        return (mask & OpcodeMask.START) != 0
                ? expectedPart == NO_MESSAGE
                : expectedPart != NO_MESSAGE && expectedPart == (mask & OPERATIONS);
    }

    /** Notes packets that were taken, the last of which has this mask of {@link OpcodeMask}. */
    public void advance(int packets, int mask) {
        expectedPsn = Psn.plus(expectedPsn, packets);
        boolean end = (mask & OpcodeMask.END) != 0;
        expectedPart = end ? NO_MESSAGE : mask & OPERATIONS;
        if (end) {
            messageCount = Psn.plus(messageCount, 1);
        }
    }

    /** A WRITE begins. */
    public void beginWrite(int rkey, long address, long length) {
        writeKey = rkey;
        writeAddress = address;
        writeLeft = length;
    }

    /** Notes bytes of the WRITE in progress that were placed. */
    public void written(int bytes) {
        writeAddress += bytes;
        writeLeft -= bytes;
        received += bytes;
    }

    /** Whether nothing is owed to the peer. */
    public boolean owesNothing() {
        return acks.isEmpty() && responses.isEmpty();
    }
}
