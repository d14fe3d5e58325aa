package dev.fenestra.hw.sim.mlx5.prm;

/**
 * Input of UPDATE_TRANSLATIONS (ours): writes translations of a region that is paged on demand, or takes a range of
 * them away. It executes in the device's serial order: after it, no access uses an old translation.
 */
public final class UpdateTranslations {
    /** Bytes before the list. */
    public static final int BYTES = 0x20;

    /** Offset of the list, bytes. */
    public static final int LIST_OFFSET = 0x20;
    /** Bytes of the output. */
    public static final int OUTPUT_BYTES = 0x18;

    private static final Layout.Builder L = Layout.of("update_translations_in", BYTES);

    /** No list follows: all translations of the range are removed. */
    public static final Field ZAP = L.bit("zap", 0x0c, 0);
    /** The first page, counted from the region's first. */
    public static final Field FIRST = L.u64("first_page", 0x10);
    /** Pages; as many {@link MttEntry} follow unless {@link #ZAP} is set. An entry of 0 is left as it is. */
    public static final Field COUNT = L.u64("pages", 0x18);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** Output: translations that were removed, are new, or have another permission now. */
    public static final Field CHANGED = new Field("changed", 0x10, 0, -1L);

    private UpdateTranslations() {}
}
