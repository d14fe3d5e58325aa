package dev.fenestra.vendor.slate.card;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A completion: 32 bytes, little-endian. There is no owner bit: an entry is new when its sequence number is the one
 * that the reader expects next, counting from 1.
 */
public final class Entry {
    public static final int BYTES = 32;

    public static final Word COOKIE = new Word(0x00, 8);
    /** The QP; software writes 0 over it when the QP is gone. */
    public static final Word QPN = new Word(0x08, 4);

    public static final Word BYTE_COUNT = new Word(0x0c, 4);
    /** Immediate data or the invalidated key. */
    public static final Word IMMEDIATE = new Word(0x10, 4);
    /** The place of a {@link dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus} among all of them. */
    public static final Word STATUS = new Word(0x14, 1);
    /** One of {@code REQUEST} to {@code RECEIVE_WRITE_IMM}. */
    public static final Word KIND = new Word(0x15, 1);
    /** Of a send request: its {@link SlateOpcode}. */
    public static final Word OPCODE = new Word(0x16, 1);
    /** Of a failure: the rule that the card enforced. */
    public static final Word RULE = new Word(0x17, 1);
    /** Requests of its queue up to and with this one, modulo 65536. */
    public static final Word COUNT = new Word(0x18, 4);

    public static final int REQUEST = 0;
    public static final int RECEIVE = 1;
    public static final int RECEIVE_IMM = 2;
    public static final int RECEIVE_INV = 3;
    public static final int RECEIVE_WRITE_IMM = 4;

    private static final int SEQUENCE = 0x1c;
    private static final VarHandle SEQUENCE_WORD =
            ValueLayout.JAVA_INT.withOrder(LITTLE_ENDIAN).varHandle();

    private Entry() {}

    /** Hands an entry to software; its other bytes have been written. */
    static void publish(MemorySegment memory, long base, int sequence) {
        SEQUENCE_WORD.setRelease(memory, base + SEQUENCE, sequence);
    }

    /** The sequence number; when it is the expected one, the other bytes are visible too. */
    public static int sequence(MemorySegment memory, long base) {
        return (int) SEQUENCE_WORD.getAcquire(memory, base + SEQUENCE);
    }
}
