package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.spi.LedgerCell;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a handle names: an object of the kernel with the driver's own object behind it. */
public abstract class KernelObject extends ObjectLock {
    private final ObjectKind kind;
    private List<KernelObject> uses;
    /** Null before the first holder: most objects hold others and are not held. */
    private @Nullable Holders holders;

    private List<StackTraceElement> creation = List.of();
    private int handle;
    private EventCounts eventsRead = EventCounts.NONE;

    /**
     * @param uses the objects that may not go before this one; one that is used twice is named twice
     */
    public KernelObject(ObjectKind kind, KernelObject... uses) {
        this(kind, List.of(uses));
    }

    /**
     * @param uses the same; a list that many objects may share
     */
    public KernelObject(ObjectKind kind, List<KernelObject> uses) {
        this.kind = kind;
        this.uses = uses;
    }

    public final ObjectKind kind() {
        return kind;
    }

    public final int handle() {
        return handle;
    }

    public final synchronized Holders holders() {
        Holders known = holders;
        if (known == null) {
            known = new Holders();
            holders = known;
        }
        return known;
    }

    /** The calls that made it, if they were noted. */
    public final List<StackTraceElement> creation() {
        return creation;
    }

    /** What keeps it from being destroyed; empty for nothing. */
    public String heldBy() {
        return holders().toString();
    }

    static String boundWindows(LedgerCell bound) {
        long count = bound.count();
        return count == 0 ? "" : count + (count == 1 ? " bound window" : " bound windows");
    }

    /** Gets its handle and begins to hold what it uses. */
    public final void installed(int newHandle, List<StackTraceElement> madeBy) {
        handle = newHandle;
        creation = madeBy;
        uses.forEach(used -> used.holders().add(this));
    }

    /** What the process had read of its events when it was destroyed. */
    public final EventCounts eventsRead() {
        return eventsRead;
    }

    public final void eventsRead(EventCounts counts) {
        eventsRead = counts;
    }

    /** Uses another object in place of one; for the call that has it alone. */
    public final void uses(KernelObject other, KernelObject insteadOf) {
        other.holders().add(this);
        insteadOf.holders().remove(this);
        uses = uses.stream().map(used -> used == insteadOf ? other : used).toList();
    }

    /** Is gone and lets go of what it used. */
    final void removed() {
        uses.forEach(used -> used.holders().remove(this));
    }

    @Override
    public final String toString() {
        return kind + " " + handle;
    }
}
