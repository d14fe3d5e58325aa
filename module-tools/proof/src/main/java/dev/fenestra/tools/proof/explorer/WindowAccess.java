package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.AccessFlag;

/** An access through a window: what it does, and where it goes, counted from the window's first byte. */
enum WindowAccess {
    WRITE(AccessFlag.REMOTE_WRITE, 0),
    READ(AccessFlag.REMOTE_READ, 0),
    /** The last byte is one after the window. */
    WRITE_BEHIND(AccessFlag.REMOTE_WRITE, ExplorerScope.WINDOW_BYTES - ExplorerScope.ACCESS_BYTES + 1),
    READ_BEHIND(AccessFlag.REMOTE_READ, ExplorerScope.WINDOW_BYTES - ExplorerScope.ACCESS_BYTES + 1),
    /** The first byte is one before the window. */
    READ_BEFORE(AccessFlag.REMOTE_READ, -1);

    private final AccessFlag right;
    private final long offset;

    WindowAccess(AccessFlag right, long offset) {
        this.right = right;
        this.offset = offset;
    }

    AccessFlag right() {
        return right;
    }

    long offset() {
        return offset;
    }

    boolean isInside() {
        return offset == 0;
    }
}
