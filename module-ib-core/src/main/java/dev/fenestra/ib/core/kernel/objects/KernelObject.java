package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.OrderedTable;
import dev.fenestra.ib.core.spi.LedgerCell;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The object of a handle: an object of the kernel with the driver's own object behind it.
 *
 * <p>It is a lock without waiting: calls that use the object share it, and a call that changes or destroys the object
 * has it alone. The lock is a field of the object, since there may be a million objects.
 */
public abstract sealed class KernelObject
        permits PdObject,
                MrObject,
                MwObject,
                DmObject,
                ChannelObject,
                CqObject,
                XrcdObject,
                SrqObject,
                QpObject,
                AhObject,
                VendorObject {
    private static final AtomicIntegerFieldUpdater<KernelObject> SHARERS =
            AtomicIntegerFieldUpdater.newUpdater(KernelObject.class, "sharers");
    private static final int EXCLUSIVE = -1;
    /** The most users that a refusal names. */
    private static final int NAMED = 8;

    private final ObjectKind kind;
    private List<KernelObject> uses;
    /** The objects that use it, one entry for each use. It is null before the first, since most are not used. */
    private @Nullable OrderedTable<KernelObject> users;

    private List<StackTraceElement> creation = List.of();
    private int handle;
    /** Calls that share the object; EXCLUSIVE when one call has it alone. */
    private volatile int sharers;

    private EventCounts eventsRead = EventCounts.NONE;

    /**
     * Makes an object without a handle.
     *
     * @param kind its kind
     * @param uses the objects that must outlive it; one that is used twice is named twice
     */
    KernelObject(ObjectKind kind, KernelObject... uses) {
        this(kind, List.of(uses));
    }

    /**
     * Makes an object without a handle.
     *
     * @param kind its kind
     * @param uses the objects that must outlive it; many objects may share the list
     */
    KernelObject(ObjectKind kind, List<KernelObject> uses) {
        this.kind = kind;
        this.uses = uses;
    }

    /** {@return its kind} */
    public final ObjectKind kind() {
        return kind;
    }

    /** {@return its handle; 0 before it is installed} */
    public final int handle() {
        return handle;
    }

    /** {@return its reference count} An object that uses it twice counts twice. */
    public final synchronized long users() {
        return users == null ? 0 : users.size();
    }

    /** {@return the names of its users, for example {@code MR 2, QP 5}; a long list is cut} */
    final synchronized String userNames() {
        List<KernelObject> all =
                users == null ? List.of() : users.list().stream().distinct().toList();
        String named = all.stream().limit(NAMED).map(KernelObject::toString).collect(Collectors.joining(", "));
        int more = all.size() - NAMED;
        return more > 0 ? named + " and " + more + " more" : named;
    }

    private synchronized void addUser(KernelObject user) {
        OrderedTable<KernelObject> known = users;
        if (known == null) {
            known = new OrderedTable<>(System::identityHashCode);
            users = known;
        }
        known.add(user);
    }

    private synchronized void removeUser(KernelObject user) {
        if (users != null) {
            users.remove(user);
        }
    }

    /** {@return the calls that created it, if they were noted} */
    public final List<StackTraceElement> creation() {
        return creation;
    }

    /** {@return the names of the objects that prevent its destruction; empty for none} */
    public String heldBy() {
        return userNames();
    }

    static String boundWindows(LedgerCell bound) {
        long count = bound.count();
        return count == 0 ? "" : count + (count == 1 ? " bound window" : " bound windows");
    }

    /**
     * Sets its handle, and adds it to the users of the objects that it uses.
     *
     * @param newHandle its handle
     * @param madeBy the calls that created it
     */
    public final void installed(int newHandle, List<StackTraceElement> madeBy) {
        handle = newHandle;
        creation = madeBy;
        uses.forEach(used -> used.addUser(this));
    }

    /** {@return its events that the process had read when it was destroyed} */
    public final EventCounts eventsRead() {
        return eventsRead;
    }

    /**
     * Notes its events that the process had read when it was destroyed.
     *
     * @param counts numbers of events
     */
    public final void eventsRead(EventCounts counts) {
        eventsRead = counts;
    }

    /**
     * Replaces an object that it uses by another. Only the call that has it alone makes it.
     *
     * @param other the new object
     * @param insteadOf the old object
     */
    public final void uses(KernelObject other, KernelObject insteadOf) {
        other.addUser(this);
        insteadOf.removeUser(this);
        uses = uses.stream().map(used -> used == insteadOf ? other : used).toList();
    }

    /** Removes it from the users of the objects that it used. */
    final void removed() {
        uses.forEach(used -> used.removeUser(this));
    }

    /** {@return whether the call shares the object now} False while another call has it alone. */
    public final boolean tryShare() {
        int seen = sharers;
        while (seen != EXCLUSIVE) {
            if (SHARERS.compareAndSet(this, seen, seen + 1)) {
                return true;
            }
            seen = sharers;
        }
        return false;
    }

    /** Ends the share of one call. */
    public final void unshare() {
        SHARERS.decrementAndGet(this);
    }

    final boolean tryExclude() {
        return SHARERS.compareAndSet(this, 0, EXCLUSIVE);
    }

    final void unexclude() {
        sharers = 0;
    }

    @Override
    public final String toString() {
        return kind + " " + handle;
    }
}
