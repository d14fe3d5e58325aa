package dev.fenestra.uverbs;

/** An object of a context that the kernel knows by a handle. */
public abstract class VerbsObject implements AutoCloseable {
    private final ObjectOwner owner;
    private final String kind;
    private final int handle;
    private volatile boolean open = true;

    /**
     * An open object. A program gets it from a context, or from another object.
     *
     * @param owner has the object on its list
     * @param kind its kind in messages, for example MR
     * @param handle in the kernel
     */
    protected VerbsObject(ObjectOwner owner, String kind, int handle) {
        this.owner = owner;
        this.kind = kind;
        this.handle = handle;
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
     * Checks that it is open.
     *
     * @throws IllegalStateException when it is closed
     */
    public final void checkOpen() {
        if (!open) {
            throw new IllegalStateException(name() + " is closed");
        }
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
            if (!owner.isEnded()) {
                destroy();
            }
            open = false;
            owner.closed(this);
        }
    }

    /** Ends it in the kernel. A refusal leaves it open. */
    protected abstract void destroy();

    /** {@return kind and handle, as refusals name it, for example {@code MR 7}} */
    public final String name() {
        return kind + " " + handle;
    }

    /** {@return what a reader wants to know of it beside its name, such as its key; empty for nothing} */
    protected String details() {
        return "";
    }

    /** For people: name, process and details, for example {@code MR 7 of alice: key=0x11:00, ...}. */
    @Override
    public final String toString() {
        String told = details();
        return name() + " of " + owner.holder() + (told.isEmpty() ? "" : ": " + told) + (open ? "" : ", closed");
    }
}
