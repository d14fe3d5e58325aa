package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import java.util.Objects;
import java.util.Set;

/**
 * Binds a type-2 window to part of a region.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param window the type-2 window to bind
 * @param newKey the window's index with a tag of the caller's choice
 * @param range the bytes that the window opens
 * @param access rights of the window
 */
public record BindMw(long wrId, int flags, MemoryWindow window, int newKey, MemorySlice range, Set<AccessFlag> access)
        implements WorkRequest {

    /** Keeps a copy of the rights. */
    public BindMw {
        Objects.requireNonNull(window, TypeOneBinds.NO_WINDOW);
        Objects.requireNonNull(range, TypeOneBinds.NO_RANGE);
        access = Set.copyOf(access);
    }

    /** Names the window by its handle, as refusals do. */
    @Override
    public String toString() {
        return "BindMw[wrId=" + wrId + ", flags=" + flags + ", window=" + window.name() + ", newKey=" + newKey
                + ", range=" + range + ", access=" + access + "]";
    }

    /**
     * {@return a bind of a type-2 window, signaled}
     *
     * @param wrId the number that its completion carries
     * @param window a type-2 window of the PD of the QP
     * @param newKey the key after the bind: its index is that of the window
     * @param range the bytes, in a region with MW_BIND
     * @param access rights of peers
     */
    public static BindMw of(long wrId, MemoryWindow window, int newKey, MemorySlice range, AccessFlag... access) {
        return new BindMw(wrId, SendFlag.SIGNALED, window, newKey, range, AccessFlag.of(AccessFlag.mask(access)));
    }

    /**
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public BindMw fenced() {
        return new BindMw(wrId, flags | SendFlag.FENCE, window, newKey, range, access);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public BindMw unsignaled() {
        return new BindMw(wrId, flags & ~SendFlag.SIGNALED, window, newKey, range, access);
    }
}
