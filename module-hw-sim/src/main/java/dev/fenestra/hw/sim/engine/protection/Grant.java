package dev.fenestra.hw.sim.engine.protection;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.table.DemandTable;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one access: where it leads when it is granted, and which rule forbids it when not. The caller owns a
 * grant, lets {@link Protection} fill it, and passes it to {@link Dma}. It is reused, so it holds only until the next
 * access is asked for.
 *
 * <p>Nearly every access leads to a single region. That is kept in three fields; what a layout of several regions leads
 * to is kept in {@link Runs}.
 */
public final class Grant {
    /** In place of a translation: the access leads to {@link #runs}. */
    static final int THROUGH_LAYOUT = -1;

    final Use use;
    final boolean writes;
    final Runs runs = new Runs();
    /**
     * First translation entry of the region, or the handle of a region that is paged on demand, or
     * {@link #THROUGH_LAYOUT}.
     */
    int translation;
    /** Where the access begins, as {@link Position} describes it. */
    long position;
    /** Bytes that the access moves; 0 for an access that only asks. */
    int length;

    private @Nullable HcaRule rule;
    private int askedKey;
    private long askedAddress;
    private long askedLength;

    /**
     * @param use what all accesses that are granted by it use memory for
     */
    public Grant(Use use) {
        this.use = use;
        writes = use.writes();
    }

    /** The rule that forbids the access. Only after a refusal or a wait. */
    public HcaRule rule() {
        HcaRule refusal = rule;
        if (refusal == null) {
            throw new IllegalStateException("nothing was refused");
        }
        return refusal;
    }

    /** The key that the access names. */
    public int key() {
        return askedKey;
    }

    /** The address that the access names. */
    public long address() {
        return askedAddress;
    }

    /** The bytes that the access asks for: of a peer's WRITE, to the end of the message. */
    public long length() {
        return askedLength;
    }

    /** Notes the rule that forbids the access. */
    public Outcome refuse(HcaRule refusal) {
        rule = refusal;
        return Outcome.REFUSED;
    }

    /** Notes that a page is missing. */
    Outcome await(HcaRule missing) {
        rule = missing;
        return Outcome.WAITS;
    }

    /** Notes what is asked for. */
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

    /** The access leads to the runs that are added from now on. */
    void leadsToRuns(int bytes) {
        leadsTo(THROUGH_LAYOUT, 0, bytes);
        runs.clear();
    }

    /** Whether the access leads to one region whose pages are pinned. */
    boolean isPinned() {
        return translation >= 0;
    }

    boolean leadsThroughLayout() {
        return translation == THROUGH_LAYOUT;
    }

    /** Whether the access leads to one region that is paged on demand. */
    boolean isOnDemand() {
        return translation < DemandTable.HANDLES_END;
    }
}
