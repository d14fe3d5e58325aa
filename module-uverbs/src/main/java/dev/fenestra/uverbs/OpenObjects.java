package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.OrderedTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects that a context has given out and that are not closed, by handle. Any thread may use it. */
final class OpenObjects {
    private final OrderedTable<VerbsObject> objects = new OrderedTable<>(VerbsObject::listKey);
    private int lastOfOurs;

    synchronized <T extends VerbsObject> T add(T object) {
        objects.add(object);
        return object;
    }

    synchronized void remove(VerbsObject object) {
        objects.remove(object);
    }

    /** A handle for an object that the kernel does not know: below 0, and never given twice. */
    synchronized int handleOfOurs() {
        return --lastOfOurs;
    }

    /** The open object of a handle, or null when there is none of this type. */
    synchronized <T extends VerbsObject> @Nullable T find(int handle, Class<T> type) {
        VerbsObject object = objects.find(handle);
        return type.isInstance(object) ? type.cast(object) : null;
    }

    /** All of them, oldest first. */
    synchronized List<VerbsObject> list() {
        return List.copyOf(objects.list());
    }
}
