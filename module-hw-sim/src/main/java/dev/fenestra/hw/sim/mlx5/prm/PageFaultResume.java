package dev.fenestra.hw.sim.mlx5.prm;

/**
 * Input of PAGE_FAULT_RESUME in the memory scheme: resumes or fails the operation that waits for a page. A token
 * without a waiting operation is ignored.
 */
public final class PageFaultResume {
    private static final Layout.Builder L = Layout.of("page_fault_resume_in", CommandInput.BYTES);

    /** The page cannot be had: the operation fails. */
    public static final Field ERROR = L.bit("error", 0x08, 31);

    /** Upper 16 bits of the token in the page fault's {@link Eqe}. */
    public static final Field TOKEN_HIGH = L.bits("token_47_32", 0x08, 15, 0);
    /** Lower 32 bits of the token. */
    public static final Field TOKEN_LOW = L.u32("token_31_0", 0x0c);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private PageFaultResume() {}
}
