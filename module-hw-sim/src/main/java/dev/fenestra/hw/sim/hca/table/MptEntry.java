package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.Layout;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * An entry of the key table: the mkey context ({@link MkeyContext}), with the device's own state in words that the
 * context reserves. A whole key is one entry of 64 bytes, hence one cache line.
 */
public final class MptEntry {
    /** Size, bytes. */
    public static final int BYTES = MkeyContext.BYTES;

    /** The slot is in use. */
    public static final Field ALIVE = new Field("alive", 0x08, 0, 1);
    /**
     * Fast-register region: free, without memory. It lies in the word of {@link #ALIVE}, so that one load reads both.
     */
    public static final Field UNREGISTERED = new Field("unregistered", 0x08, 1, 1);
    /**
     * Type-2 window or indirect mkey: the last tag. An invalidate of a free one with this tag succeeds without effect.
     */
    public static final Field LAST_TAG = new Field("last_tag", 0x08, 8, 0xff);
    /** Region, indirect mkey: first entry in the translation table. Window: L_Key of the region it is bound to. */
    public static final Field TRANSLATION = new Field("translation", 0x20, 0, 0xffffffffL);
    /** Region: windows bound to it. Page list: regions registered over it. */
    public static final Field BOUND_COUNT = new Field("bound_count", 0x24, 0, 0xffffffffL);
    /**
     * Region, page list: bus address of its cell in the binding ledger. Window: address of its first byte in the
     * region. Device memory: address on the card.
     */
    public static final Field BASE = new Field("base", 0x28, 0, -1L);
    /** Type-2 window: the QP that bound it, by a number that no later QP has. */
    public static final Field QP_SERIAL = new Field("qp_serial", 0x30, 0, 0xffffffffL);

    /** Indirect mkey: 16-byte units of its present list, in the place of a type-2 window's QP. */
    public static final Field LIST_UNITS = QP_SERIAL;

    /** Fast-register region: key of the page list that has its pages, in the place of a type-2 window's QP. */
    public static final Field PAGES = QP_SERIAL;

    /** Region, indirect mkey: its translation entries. */
    public static final Field ENTRIES = new Field("entries", 0x34, 0, 0xffffffffL);
    /** Region: counts its changes, so that a READ in progress notices them. */
    public static final Field VERSION = new Field("version", 0x3c, 0, 0xffffffffL);

    /** The device's own fields, for decoders. */
    public static final Layout LAYOUT = new Layout(
            "mpt_entry",
            BYTES,
            List.of(ALIVE, UNREGISTERED, LAST_TAG, TRANSLATION, BOUND_COUNT, BASE, QP_SERIAL, ENTRIES, VERSION));

    private MptEntry() {}

    /**
     * {@return the present tag of a key; for a free type-2 window or indirect mkey, the last one}
     *
     * @param memory holds the entry
     * @param entry offset of the entry, bytes
     */
    public static int tag(MemorySegment memory, long entry) {
        int objectClass = MkeyContext.OBJECT_CLASS.get(memory, entry);
        boolean remembers = objectClass == MkeyContext.CLASS_MW_TYPE_2 || objectClass == MkeyContext.CLASS_INDIRECT;
        return remembers && MkeyContext.FREE.isSet(memory, entry)
                ? LAST_TAG.get(memory, entry)
                : MkeyContext.TAG.get(memory, entry);
    }
}
