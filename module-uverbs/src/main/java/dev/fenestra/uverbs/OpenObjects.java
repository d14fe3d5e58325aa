package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.OrderedTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The open objects of a context, by handle. Callable from any thread. */
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

    /** A new handle for an object that the kernel does not know: below 0, and never the same again. */
    synchronized int handleOfOurs() {
        return --lastOfOurs;
    }

    /** The open object of a handle, or null when there is none of this type. */
    synchronized <T extends VerbsObject> @Nullable T find(int handle, Class<T> type) {
        VerbsObject object = objects.find(handle);
        return type.isInstance(object) ? type.cast(object) : null;
    }

    /** All open objects, oldest first. */
    synchronized List<VerbsObject> list() {
        return List.copyOf(objects.list());
    }
}
