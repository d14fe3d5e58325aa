package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.Set;

/**
 * Binds a type-2 window to part of a region.
 *
 * @param flags bits of {@link SendFlag}
 * @param newKey the window's index with a tag of the caller's choice
 * @param range what the window opens
 * @param access rights of the window
 */
public record BindMw(long wrId, int flags, MemoryWindow window, int newKey, MemorySlice range, Set<AccessFlag> access)
        implements WorkRequest {

    public BindMw {
        access = Set.copyOf(access);
    }

    public static BindMw of(long wrId, MemoryWindow window, int newKey, MemorySlice range, AccessFlag... access) {
        return new BindMw(wrId, SendFlag.SIGNALED, window, newKey, range, AccessFlag.of(AccessFlag.mask(access)));
    }

    /** Waits for earlier READs and atomics of the QP. */
    public BindMw fenced() {
        return new BindMw(wrId, flags | SendFlag.FENCE, window, newKey, range, access);
    }

    /** Completes visibly only when it fails. */
    public BindMw unsignaled() {
        return new BindMw(wrId, flags & ~SendFlag.SIGNALED, window, newKey, range, access);
    }
}
