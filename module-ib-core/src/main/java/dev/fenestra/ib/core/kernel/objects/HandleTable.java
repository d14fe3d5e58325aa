package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.OrderedTable;
import dev.fenestra.ib.core.kernel.inspection.CreationSites;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * The objects of one opened device, by handle: small numbers from 1 on. A freed handle is used again only after
 * {@value #REST} others were freed. So a stale handle is an error for a while and not another object.
 */
public final class HandleTable {
    private static final int REST = 64;

    /** The objects in order of creation. */
    private final OrderedTable<KernelObject> objects = new OrderedTable<>(KernelObject::handle);

    private final Deque<Integer> resting = new ArrayDeque<>();
    private final boolean notesCreation;
    private int next = 1;

    /**
     * Makes an empty table.
     *
     * @param notesCreation whether objects keep the calls that created them
     */
    public HandleTable(boolean notesCreation) {
        this.notesCreation = notesCreation;
    }

    /**
     * Adds an object.
     *
     * @param object a new object
     * @return its handle
     */
    public int add(KernelObject object) {
        return add(object, notesCreation ? CreationSites.here() : List.of());
    }

    private synchronized int add(KernelObject object, List<StackTraceElement> creation) {
        int handle = resting.size() > REST ? resting.removeFirst() : next++;
        object.installed(handle, creation);
        objects.add(object);
        return handle;
    }

    /**
     * The hold of a call on an object. No other call destroys the object before the hold is closed.
     *
     * @param <T> type of the object
     */
    public static final class Hold<T extends KernelObject> implements AutoCloseable {
        private final T object;
        private final boolean isAlone;

        private Hold(T object, boolean isAlone) {
            this.object = object;
            this.isAlone = isAlone;
        }

        /** {@return the object} */
        public T object() {
            return object;
        }

        @Override
        public void close() {
            if (isAlone) {
                object.unexclude();
            } else {
                object.unshare();
            }
        }
    }

    /**
     * {@return a hold of a call that uses an object} Others may use it, too.
     *
     * @param <T> type of the object
     * @param handle of the object
     * @param type type of the object
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENOENT for an unknown handle, EBUSY while the object is
     *     changed
     */
    public <T extends KernelObject> Hold<T> share(int handle, Class<T> type) {
        T object = find(handle, type);
        if (!object.tryShare()) {
            throw locked(object);
        }
        return new Hold<>(object, false);
    }

    /**
     * {@return a hold of a call that changes an object and has it alone}
     *
     * @param <T> type of the object
     * @param handle of the object
     * @param type type of the object
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENOENT for an unknown handle, EBUSY while the object is
     *     used
     */
    public <T extends KernelObject> Hold<T> exclude(int handle, Class<T> type) {
        T object = find(handle, type);
        if (!object.tryExclude()) {
            throw locked(object);
        }
        return new Hold<>(object, true);
    }

    /**
     * Destroys an object without users. If the teardown refuses, the handle stays as it was. The lock of a destroyed
     * object is never released, for calls that found the object before.
     *
     * @param <T> type of the object
     * @param handle of the object
     * @param type type of the object
     * @param teardown destroys the driver's object
     * @return the destroyed object
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENOENT for an unknown handle, EBUSY while the object is
     *     used or held
     */
    public <T extends KernelObject> T destroy(int handle, Class<T> type, Consumer<? super T> teardown) {
        T object = exclude(handle, type).object();
        boolean destroyed = false;
        try {
            checkUnused(object);
            teardown.accept(object);
            remove(object);
            destroyed = true;
            return object;
        } finally {
            if (!destroyed) {
                object.unexclude();
            }
        }
    }

    /** {@return all objects, newest first} */
    public synchronized List<KernelObject> newestFirst() {
        return objects.list().reversed();
    }

    private static void checkUnused(KernelObject object) {
        if (object.users() > 0) {
            throw new VerbsException(KernelRule.HELD, object + " is held by " + object.userNames());
        }
    }

    private synchronized void remove(KernelObject object) {
        object.removed();
        objects.remove(object);
        resting.addLast(object.handle());
    }

    private synchronized <T extends KernelObject> T find(int handle, Class<T> type) {
        KernelObject object = objects.find(handle);
        if (object == null) {
            throw new VerbsException(KernelRule.HANDLE, "handle=" + Integer.toUnsignedString(handle));
        }
        if (!type.isInstance(object)) {
            throw new VerbsException(
                    KernelRule.HANDLE_TYPE, object + " was given where a " + type.getSimpleName() + " is asked for");
        }
        return type.cast(object);
    }

    private static VerbsException locked(KernelObject object) {
        return new VerbsException(KernelRule.LOCKED, object + " is in use by another call");
    }
}
