package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;

/**
 * A memory window: an R_Key that can be bound to part of a region, and unbound, without the kernel. Closing it
 * deallocates it, bound or not.
 */
public final class MemoryWindow extends VerbsObject {
    private final UserMw user;

    MemoryWindow(Context context, int handle, UserMw user) {
        super(context, "MW", handle);
        this.user = user;
    }

    public MwType type() {
        return user.type();
    }

    /** The present R_Key. Each bind of a type-1 window moves it; that of type 2 is what the program last noted. */
    public int rkey() {
        return user.rkey();
    }

    /** Notes the key that a type-2 window was bound with. */
    public void rkey(int key) {
        user.rkey(key);
    }

    /** The key after the present one, for the next bind of a type-2 window: same index, next tag. */
    public int nextKey() {
        return MemoryKey.next(rkey());
    }

    /** A range of the window as a peer names it, with the present R_Key. */
    public RemoteBuffer remote(long address, long length) {
        return new RemoteBuffer(address, length, rkey());
    }

    @Override
    void destroy() {
        context().calling("ibv_dealloc_mw");
        context().kernel().deallocMw(handle());
    }

    UserMw user() {
        return user;
    }
}
