package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.hca.queue.ReceiveSource;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;

/** The receiving half of a QP: the next PSN, the receive in use, and the answers that the peer is owed. */
public final class ReceiveState {
    /** {@link #expectedPart} while no message is in progress. */
    public static final int NO_MESSAGE = 0;
    /** The operations whose messages may have several packets. */
    public static final int OPERATIONS = OpcodeMask.SEND | OpcodeMask.WRITE;

    /** PSN of the next request packet. */
    public int expectedPsn;
    /** Requests finished, 24 bits. */
    public int messageCount;
    /** The operation of the message in progress, or {@link #NO_MESSAGE}. */
    public int expectedPart = NO_MESSAGE;

    /** A sequence NAK was sent for the missing packet; it is sent once. */
    public boolean sequenceNakSent;
    /** The host knows that the peer sends. */
    public boolean established;

    /** Count of the next receive of the QP's own queue, modulo 65536. */
    public int nextReceive;
    /** The receive in use. */
    public final ReceiveSlot slot;
    /** Bytes of the message in progress. */
    public long received;
    /** The event was raised that no more receives are taken from the SRQ. */
    public boolean lastReceiveTold;
    /** Bytes of a message that fit the completion of its receive. */
    public int inlineReceive;

    /** R_Key of the WRITE in progress. */
    public int writeKey;

    /** Address of the next packet of the WRITE in progress. */
    public long writeAddress;
    /** Bytes of the WRITE in progress that are missing. */
    public long writeLeft;

    /** ACKs and NAKs that are owed. */
    public final AckQueue acks;
    /**
     * READs, atomics and their like, and the answers that are owed to them. Responders without any share an empty
     * queue.
     */
    public ResponseQueue responses = ResponseQueue.NONE;

    private final int maxDepth;

    /**
     * Makes the receiving half of a QP in RESET.
     *
     * @param queue the QP's own queue
     * @param maxDepth READs and atomics of the peer that are remembered, a power of two
     * @param coalescesAcks whether one ACK may stand for several requests
     */
    ReceiveState(ReceiveSource queue, int maxDepth, boolean coalescesAcks) {
        slot = new ReceiveSlot(queue);
        acks = new AckQueue(coalescesAcks);
        this.maxDepth = maxDepth;
    }

    /** {@return the queue of its responses, to add one} It is made for the first of them. */
    public ResponseQueue ownResponses() {
        if (responses == ResponseQueue.NONE) {
            responses = new ResponseQueue(maxDepth);
        }
        return responses;
    }

    /** Forgets everything but what a QP in RESET has. */
    void clear() {
        established = false;
        messageCount = 0;
        expectedPart = NO_MESSAGE;
        sequenceNakSent = false;
        nextReceive = 0;
        slot.taken = false;
        received = 0;
        lastReceiveTold = false;
        acks.clear();
        responses = ResponseQueue.NONE;
    }

    /**
     * {@return whether a packet follows those before it} A message begins after the end of another one, and keeps its
     * operation.
     *
     * @param mask of {@link OpcodeMask}
     */
    public boolean follows(int mask) {
        return (mask & OpcodeMask.START) != 0
                ? expectedPart == NO_MESSAGE
                : expectedPart != NO_MESSAGE && expectedPart == (mask & OPERATIONS);
    }

    /**
     * Counts packets that were accepted.
     *
     * @param packets 1 and up
     * @param mask {@link OpcodeMask} of the last of them
     */
    public void advance(int packets, int mask) {
        expectedPsn = Psn.plus(expectedPsn, packets);
        boolean end = (mask & OpcodeMask.END) != 0;
        expectedPart = end ? NO_MESSAGE : mask & OPERATIONS;
        if (end) {
            messageCount = Psn.plus(messageCount, 1);
        }
    }

    /**
     * Begins a WRITE.
     *
     * @param rkey R_Key of its RETH
     * @param address of its RETH
     * @param length bytes of the whole message
     */
    public void beginWrite(int rkey, long address, long length) {
        writeKey = rkey;
        writeAddress = address;
        writeLeft = length;
    }

    /**
     * Counts bytes of the WRITE in progress that were placed.
     *
     * @param bytes 0 and up
     */
    public void written(int bytes) {
        writeAddress += bytes;
        writeLeft -= bytes;
        received += bytes;
    }

    /** Reads its cache lines. */
    int readAhead() {
        return expectedPsn + (responses == null ? 1 : 0);
    }

    /** {@return whether the peer is owed no answer} */
    boolean owesNothing() {
        return acks.isEmpty() && responses.isEmpty();
    }
}
