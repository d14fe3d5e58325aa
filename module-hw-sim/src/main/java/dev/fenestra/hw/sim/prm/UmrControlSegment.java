package dev.fenestra.hw.sim.prm;

/** The 48 bytes behind the control segment of a UMR WQE: which mkey fields change, and under which conditions. */
public final class UmrControlSegment {
    public static final int BYTES = 48;
    private static final Layout.Builder L = Layout.of("umr_ctrl", BYTES);

    public static final Field FLAGS = L.bits("flags", 0x00, 31, 24);
    /** Size of the translation list in units of 16 bytes. */
    public static final Field KLM_OCTOWORDS = L.bits("klm_octowords", 0x04, 31, 16);

    /** First unit of the list to change, or the size of a BSF in units of 16 bytes. */
    public static final Field LIST_OFFSET = L.bits("translation_offset", 0x04, 15, 0);

    public static final Field MKEY_MASK = L.u64("mkey_mask", 0x08);

    public static final Layout LAYOUT = L.build();

    public static final int INLINE = 0x80;
    /** The mkey must be free. */
    public static final int CHECK_FREE = 0x20;

    public static final int TRANSLATION_OFFSET = 0x10;
    /** The mkey must belong to this QP. */
    public static final int CHECK_QPN = 0x08;

    public static final long MASK_LENGTH = 1L;
    public static final long MASK_PAGE_SIZE = 1L << 1;
    public static final long MASK_START_ADDRESS = 1L << 6;
    public static final long MASK_PD = 1L << 7;
    public static final long MASK_REMOTE_INVALIDATE = 1L << 8;
    public static final long MASK_SIGNATURE_ERROR_COUNT = 1L << 9;
    public static final long MASK_BSF_ENABLED = 1L << 12;
    public static final long MASK_TAG = 1L << 13;
    public static final long MASK_QPN = 1L << 14;
    public static final long MASK_LOCAL_READ = 1L << 17;
    public static final long MASK_LOCAL_WRITE = 1L << 18;
    public static final long MASK_REMOTE_READ = 1L << 19;
    public static final long MASK_REMOTE_WRITE = 1L << 20;
    public static final long MASK_ATOMIC = 1L << 21;
    public static final long MASK_SMALL_FENCE = 1L << 23;
    public static final long MASK_RELAXED_WRITE = 1L << 25;
    public static final long MASK_FREE = 1L << 29;
    public static final long MASK_PAGE_SIZE_5 = 1L << 42;
    public static final long MASK_RELAXED_READ = 1L << 47;

    private UmrControlSegment() {}
}
