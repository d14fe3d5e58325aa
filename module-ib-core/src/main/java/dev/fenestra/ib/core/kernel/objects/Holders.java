package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.kernel.OrderedTable;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The reference count of an object, with the names of the objects that hold it. */
public final class Holders {
    private static final int NAMED = 8;

    /** Each use is one entry. It is null before the first, since most objects hold others and are not held. */
    private @Nullable OrderedTable<KernelObject> uses;

    /** Makes a count of 0. */
    public Holders() {}

    /**
     * Adds a use.
     *
     * @param holder the object that uses this one
     */
    public synchronized void add(KernelObject holder) {
        OrderedTable<KernelObject> known = uses;
        if (known == null) {
            known = new OrderedTable<>(System::identityHashCode);
            uses = known;
        }
        known.add(holder);
    }

    /**
     * Removes a use.
     *
     * @param holder the object that used this one
     */
    public synchronized void remove(KernelObject holder) {
        if (uses != null) {
            uses.remove(holder);
        }
    }

    /** {@return the number of uses} An object that uses it twice counts twice. */
    public synchronized long count() {
        return uses == null ? 0 : uses.size();
    }

    /** {@return whether no object uses it} */
    public synchronized boolean isEmpty() {
        return count() == 0;
    }

    /** The names of the holders, for example {@code MR 2, QP 5}; a long list is cut. */
    @Override
    public synchronized String toString() {
        List<KernelObject> holders =
                uses == null ? List.of() : uses.list().stream().distinct().toList();
        String named = holders.stream().limit(NAMED).map(KernelObject::toString).collect(Collectors.joining(", "));
        int more = holders.size() - NAMED;
        return more > 0 ? named + " and " + more + " more" : named;
    }
}
