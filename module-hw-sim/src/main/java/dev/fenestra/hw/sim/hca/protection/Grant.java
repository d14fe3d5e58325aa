package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.DemandTable;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one access: the memory when it is granted, or the rule that forbids it. The caller owns a grant, lets
 * {@link Protection} fill it, and passes it to {@link Dma}. It is reused, so it holds only until the next access.
 *
 * <p>Nearly every access leads to a single region, which is kept in three fields. The regions of a layout are kept in
 * {@link LayoutRuns}.
 */
public final class Grant {
    /** In place of a translation: the access leads to {@link #runs}. */
    static final int THROUGH_LAYOUT = -1;

    final Use use;
    final boolean writes;
    final LayoutRuns runs = new LayoutRuns();
    /**
     * First translation entry of the region, or the handle of a region that is paged on demand, or
     * {@link #THROUGH_LAYOUT}.
     */
    public int translation;
    /** The place of the first byte, as {@link Position} describes it. */
    public long position;
    /** Bytes that the access moves; 0 for a check without data. */
    int length;

    private @Nullable HcaRule rule;
    private int askedKey;
    private long askedAddress;
    private long askedLength;

    /**
     * Makes a grant for accesses of one use.
     *
     * @param use the use
     */
    public Grant(Use use) {
        this.use = use;
        writes = use.writes;
    }

    /**
     * {@return the rule that forbids the access} Only after a refusal or a wait.
     *
     * @throws IllegalStateException when nothing was refused
     */
    public HcaRule rule() {
        HcaRule refusal = rule;
        if (refusal == null) {
            throw new IllegalStateException("nothing was refused");
        }
        return refusal;
    }

    /** {@return the key that the access names} */
    public int key() {
        return askedKey;
    }

    /** {@return the address that the access names} */
    public long address() {
        return askedAddress;
    }

    /** {@return the bytes that the access asks for: of a peer's WRITE, to the end of the message} */
    public long length() {
        return askedLength;
    }

    /**
     * Notes the rule that forbids the access.
     *
     * @param refusal the rule
     * @return {@link Outcome#REFUSED}
     */
    public Outcome refuse(HcaRule refusal) {
        rule = refusal;
        return Outcome.REFUSED;
    }

    /** Notes that a page is missing. */
    Outcome await(HcaRule missing) {
        rule = missing;
        return Outcome.WAITS;
    }

    /** Notes the requested access. */
    void ask(int key, long address, long bytes) {
        askedKey = key;
        askedAddress = address;
        askedLength = bytes;
    }

    void leadsTo(int firstTranslation, long newPosition, int bytes) {
        translation = firstTranslation;
        position = newPosition;
        length = bytes;
    }

    /** Makes the access lead to the runs that are added from now on. */
    void leadsToRuns(int bytes) {
        leadsTo(THROUGH_LAYOUT, 0, bytes);
        runs.clear();
    }

    /** {@return whether the access leads to one region whose pages are pinned} */
    public boolean isPinned() {
        return translation >= 0;
    }

    boolean leadsThroughLayout() {
        return translation == THROUGH_LAYOUT;
    }

    /** {@return whether the access leads to one region that is paged on demand} */
    boolean isOnDemand() {
        return translation < DemandTable.HANDLES_END;
    }
}
