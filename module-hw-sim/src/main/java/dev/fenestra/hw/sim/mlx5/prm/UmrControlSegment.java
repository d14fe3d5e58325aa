package dev.fenestra.hw.sim.mlx5.prm;

/**
 * The 48 bytes behind the control segment of a UMR WQE: the mkey fields to change, and the conditions of the change.
 */
public final class UmrControlSegment {
    /** Size, bytes. */
    public static final int BYTES = 48;

    private static final Layout.Builder L = Layout.of("umr_ctrl", BYTES);

    /** Bits of {@link #INLINE}, {@link #CHECK_FREE}, {@link #TRANSLATION_OFFSET} and {@link #CHECK_QPN}. */
    public static final Field FLAGS = L.bits("flags", 0x00, 31, 24);
    /** Size of the translation list in units of 16 bytes. */
    public static final Field KLM_OCTOWORDS = L.bits("klm_octowords", 0x04, 31, 16);

    /** First unit of the list to change, or the size of a BSF in units of 16 bytes. */
    public static final Field LIST_OFFSET = L.bits("translation_offset", 0x04, 15, 0);

    /** The fields to change: bits of the {@code MASK_} constants. */
    public static final Field MKEY_MASK = L.u64("mkey_mask", 0x08);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** {@link #FLAGS}: the list lies in the WQE. */
    public static final int INLINE = 0x80;
    /** {@link #FLAGS}: the mkey must be free. */
    public static final int CHECK_FREE = 0x20;

    /** {@link #FLAGS}: {@link #LIST_OFFSET} counts. */
    public static final int TRANSLATION_OFFSET = 0x10;
    /** {@link #FLAGS}: the mkey must belong to this QP. */
    public static final int CHECK_QPN = 0x08;

    /** {@link MkeyContext#LENGTH}. */
    public static final long MASK_LENGTH = 1L;
    /** {@link MkeyContext#LOG_PAGE_SIZE}. */
    public static final long MASK_PAGE_SIZE = 1L << 1;
    /** {@link MkeyContext#START_ADDRESS}. */
    public static final long MASK_START_ADDRESS = 1L << 6;
    /** {@link MkeyContext#PD}. */
    public static final long MASK_PD = 1L << 7;
    /** {@link MkeyContext#REMOTE_INVALIDATE}. */
    public static final long MASK_REMOTE_INVALIDATE = 1L << 8;
    /** {@link MkeyContext#SIGNATURE_ERROR_COUNT}. */
    public static final long MASK_SIGNATURE_ERROR_COUNT = 1L << 9;
    /** {@link MkeyContext#BSF_ENABLED}. */
    public static final long MASK_BSF_ENABLED = 1L << 12;
    /** {@link MkeyContext#TAG}. */
    public static final long MASK_TAG = 1L << 13;
    /** {@link MkeyContext#QPN}. */
    public static final long MASK_QPN = 1L << 14;
    /** {@link MkeyContext#LOCAL_READ}. */
    public static final long MASK_LOCAL_READ = 1L << 17;
    /** {@link MkeyContext#LOCAL_WRITE}. */
    public static final long MASK_LOCAL_WRITE = 1L << 18;
    /** {@link MkeyContext#REMOTE_READ}. */
    public static final long MASK_REMOTE_READ = 1L << 19;
    /** {@link MkeyContext#REMOTE_WRITE}. */
    public static final long MASK_REMOTE_WRITE = 1L << 20;
    /** {@link MkeyContext#ATOMIC}. */
    public static final long MASK_ATOMIC = 1L << 21;
    /** {@link MkeyContext#SMALL_FENCE}. */
    public static final long MASK_SMALL_FENCE = 1L << 23;
    /** {@link MkeyContext#RELAXED_WRITE}. */
    public static final long MASK_RELAXED_WRITE = 1L << 25;
    /** {@link MkeyContext#FREE}. */
    public static final long MASK_FREE = 1L << 29;
    /** The highest bit of {@link MkeyContext#LOG_PAGE_SIZE}. */
    public static final long MASK_PAGE_SIZE_5 = 1L << 42;
    /** {@link MkeyContext#RELAXED_READ}. */
    public static final long MASK_RELAXED_READ = 1L << 47;

    private UmrControlSegment() {}
}
