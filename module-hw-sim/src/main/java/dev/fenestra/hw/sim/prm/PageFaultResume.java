package dev.fenestra.hw.sim.prm;

/**
 * Input of PAGE_FAULT_RESUME in the memory scheme: resumes or fails the operation that waits for a page. A token
 * without a waiting operation is ignored.
 */
public final class PageFaultResume {
    private static final Layout.Builder L = Layout.of("page_fault_resume_in", CommandInput.BYTES);

    /** The page does not come. */
    public static final Field ERROR = L.bit("error", 0x08, 31);

    public static final Field TOKEN_HIGH = L.bits("token_47_32", 0x08, 15, 0);
    public static final Field TOKEN_LOW = L.u32("token_31_0", 0x0c);

    public static final Layout LAYOUT = L.build();

    private PageFaultResume() {}
}
