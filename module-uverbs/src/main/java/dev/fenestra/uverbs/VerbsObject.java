package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/** Something that a context gave out and the kernel knows by a handle. */
public abstract sealed class VerbsObject implements AutoCloseable
        permits AddressHandle,
                RegionVerbs,
                ThreadDomain,
                Buf,
                MemoryRegion,
                PageList,
                DeviceMemory,
                MemoryWindow,
                CompletionChannel,
                CompletionQueue,
                XrcDomain,
                SharedReceiveQueue,
                XrcTarget,
                QpStates {
    private final Context context;
    private final int handle;
    private final int key;
    private volatile boolean open = true;

    VerbsObject(Context context, int handle) {
        this(context, handle, handle);
    }

    /**
     * @param key by which the context lists it; the handle, unless it is a second object for that handle
     */
    VerbsObject(Context context, int handle, int key) {
        this.context = context;
        this.handle = handle;
        this.key = key;
    }

    final int listKey() {
        return key;
    }

    /** {@return the number by which the kernel knows it, as refusals name it} */
    public final int handle() {
        return handle;
    }

    /** {@return whether it was not closed yet} */
    public final boolean isOpen() {
        return open;
    }

    /**
     * Destroys the object; harmless when it is closed already.
     *
     * <p>Waits for other threads to acknowledge the events that they have taken of it.
     *
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EBUSY while something uses it, or the calling thread
     *     itself has taken
     *     events of it and not acknowledged them; it stays open and usable
     */
    @Override
    public final synchronized void close() {
        if (open) {
            destroy();
            open = false;
            context.closed(this);
        }
    }

    /** Kind and handle, for example {@code MR 7}. */
    @Override
    public final String toString() {
        return kind() + " " + handle;
    }

    abstract void destroy();

    /** What it is called in messages, for example MR. */
    abstract String kind();

    /** The asynchronous events that hold it; null for an object that has none. */
    @Nullable
    UnackedEvents asyncEvents() {
        return null;
    }

    final Context context() {
        return context;
    }

    /** The other object is used by a call on this one: it must be open, and of the same context. */
    final void checkUsable(VerbsObject other) {
        other.checkOpen();
        if (other.context != context) {
            throw context.logged(
                    "uverbs",
                    new VerbsException(
                            Errno.ENOENT, VerbsRule.ONE_CONTEXT, other + " is not of the context of " + this));
        }
    }

    final void checkOpen() {
        if (!open) {
            throw new IllegalStateException(this + " is closed");
        }
    }
}
