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

    /** SRQ, also of another size: descriptors, a power of two. */
    public static final Word SRQ_ENTRIES = new Word(8, 4);

    public static final int SRQ_BYTES = 12;

    /** CQ: entries, a power of two. */
    public static final Word CQ_ENTRIES = new Word(8, 4);

    public static final int CQ_BYTES = 12;
    /** CQ, response: the number that doorbells name it by. */
    public static final Word CQ_NUMBER = new Word(0, 4);

    private SlateUdata() {}
}
