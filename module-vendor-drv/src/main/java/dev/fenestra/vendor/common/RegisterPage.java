package dev.fenestra.vendor.common;

/**
 * The page of registers of a program of this JVM, where its card is told of new requests and arms in another way by
 * programs of other processes: by a system call, or by a store to memory at which the card looks.
 */
public final class RegisterPage {
    /** Offset of the page, as {@code mmap} has it. No queue has this offset. */
    public static final long OFFSET = 0;
    /** The register that says "look at the send queue"; the number of the QP. */
    public static final int POST = 0;
    /** The register that arms a CQ; its number, doubled, plus 1 for solicited completions only. */
    public static final int ARM = 8;

    private RegisterPage() {}
}
