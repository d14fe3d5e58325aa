package dev.fenestra.uverbs;

/** Something that a context gave out and the kernel knows by a handle. */
public abstract sealed class VerbsObject implements AutoCloseable
        permits ProtectionDomain, MemoryRegion, MemoryWindow, CompletionQueue, QueuePair {
    private final Context context;
    private final String name;
    private final int handle;
    private volatile boolean open = true;

    VerbsObject(Context context, String kind, int handle) {
        this.context = context;
        this.handle = handle;
        name = kind + " " + handle;
    }

    /** The number by which the kernel knows it, as refusals name it. */
    public final int handle() {
        return handle;
    }

    public final boolean isOpen() {
        return open;
    }

    /**
     * Destroys the object; harmless when it is closed already.
     *
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EBUSY while something uses it; it stays open and usable
     */
    @Override
    public final synchronized void close() {
        if (open) {
            destroy();
            open = false;
            context.closed(this);
        }
    }

    /** For example {@code MR 7}. */
    @Override
    public final String toString() {
        return name;
    }

    abstract void destroy();

    final Context context() {
        return context;
    }

    final void checkOpen() {
        if (!open) {
            throw new IllegalStateException(name + " is closed");
        }
    }
}
