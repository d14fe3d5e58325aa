package dev.fenestra.vendor.slate.abi;

import dev.fenestra.vendor.slate.card.Word;

/** What the two halves of the driver tell each other across a system call. Opening a device and a PD need no words. */
public final class SlateUdata {
    /** Request of a QP, a CQ or an SRQ, and of another size for an SRQ: virtual address of its memory, page-aligned. */
    public static final Word BUFFER = new Word(0, 8);

    /** QP: send descriptors, then receive descriptors; powers of two, or no receive descriptors with an SRQ. */
    public static final Word SENDS = new Word(8, 4);

    public static final Word RECEIVES = new Word(12, 4);
    public static final int QP_BYTES = 16;
    /**
     * QP, may be left out: not 0 when a record of two words of 32 bits lies behind the rings, with the send and the
     * receive descriptors posted. Then the card looks there, and no doorbell is rung: for a user half whose stores the
     * card does not hear.
     */
    public static final Word QP_RECORD = new Word(16, 4);

    /** Bytes of a record behind the rings. */
    public static final int RECORD_BYTES = 8;

    /** SRQ, also of another size: descriptors, a power of two. */
    public static final Word SRQ_ENTRIES = new Word(8, 4);

    public static final int SRQ_BYTES = 12;

    /** CQ: entries, a power of two. */
    public static final Word CQ_ENTRIES = new Word(8, 4);

    public static final int CQ_BYTES = 12;
    /** CQ, may be left out: not 0 when a word of 32 bits lies behind the ring, with the entries taken. */
    public static final Word CQ_RECORD = new Word(12, 4);
    /** CQ, response: the number that doorbells name it by. */
    public static final Word CQ_NUMBER = new Word(0, 4);

    private SlateUdata() {}
}
