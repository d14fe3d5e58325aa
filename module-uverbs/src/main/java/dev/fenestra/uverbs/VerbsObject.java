package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/** An object of a context that the kernel knows by a handle. */
public abstract sealed class VerbsObject implements AutoCloseable
        permits AddressHandle,
                ProtectionDomain,
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
                Qp {
    private final Context context;
    private final int handle;
    private final int key;
    private volatile boolean open = true;

    VerbsObject(Context context, int handle) {
        this(context, handle, handle);
    }

    /**
     * @param key in the context's list of objects; the handle, unless this is a second object for that handle
     */
    VerbsObject(Context context, int handle, int key) {
        this.context = context;
        this.handle = handle;
        this.key = key;
    }

    final int listKey() {
        return key;
    }

    /** {@return its handle in the kernel, which refusals name} */
    public final int handle() {
        return handle;
    }

    /** {@return whether it is open} */
    public final boolean isOpen() {
        return open;
    }

    /**
     * Destroys the object. A second call does nothing, nor does one after the end of its process, which has destroyed
     * it.
     *
     * <p>Waits until other threads have acknowledged the events that they took of it.
     *
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EBUSY while another object uses it, or while the calling
     *     thread itself has events of it to acknowledge; then it stays open and usable
     */
    @Override
    public final synchronized void close() {
        if (open) {
            if (!context.kernel().isEnded()) {
                destroy();
            }
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

    /** Its kind in messages, for example MR. */
    abstract String kind();

    /** Its asynchronous events that were not acknowledged; null for an object without events. */
    @Nullable
    UnackedEvents asyncEvents() {
        return null;
    }

    /** {@return the opened device that it belongs to} */
    public final Context context() {
        return context;
    }

    /** Checks an argument of a call on this object: it must be open, and of the same context. */
    final void checkUsable(VerbsObject other) {
        other.checkOpen();
        if (other.context != context) {
            throw context.logged(
                    "uverbs", new VerbsException(VerbsRule.ONE_CONTEXT, other + " is not of the context of " + this));
        }
    }

    final void checkOpen() {
        if (!open) {
            throw new IllegalStateException(this + " is closed");
        }
    }
}
