package dev.fenestra.ib.core.spi;

/** Hears of translations of a watched range before they go away (an MMU notifier). */
public interface InvalidationListener {

    /**
     * The frames behind a range are about to be taken away. After a return of true no device uses them any more.
     *
     * <p>Called on whatever thread changes the mapping, with no lock of the host's memory held, so that a listener may
     * wait for a command. It must not change mappings itself.
     *
     * @param address of the first page, within what is watched
     * @param length bytes, whole pages
     * @param reason why the translation goes
     * @param mayBlock whether the listener may wait; true for every reason but {@link Invalidation#SWAP}
     * @return false when it would have to wait although it may not; then the pages stay as they are
     */
    boolean invalidate(long address, long length, Invalidation reason, boolean mayBlock);
}
