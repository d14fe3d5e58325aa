package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.AccessFlag;

/** The binding of a window: a range of its region, and a right. */
enum Shape {
    WRITABLE(ExplorerScope.WINDOW_OFFSET, ExplorerScope.WINDOW_BYTES, AccessFlag.REMOTE_WRITE),
    READABLE(ExplorerScope.WINDOW_OFFSET, ExplorerScope.WINDOW_BYTES, AccessFlag.REMOTE_READ),
    /** The last byte is one after the region. */
    TOO_LONG(ExplorerScope.REGION_BYTES - 7, 8, AccessFlag.REMOTE_READ),
    /** The first byte is one before the region. */
    TOO_EARLY(-1, 8, AccessFlag.REMOTE_READ),
    EMPTY(0, 0, AccessFlag.REMOTE_READ);

    private final long offset;
    private final long length;
    private final int access;

    Shape(long offset, long length, AccessFlag right) {
        this.offset = offset;
        this.length = length;
        access = AccessFlag.mask(right);
    }

    long offset() {
        return offset;
    }

    long length() {
        return length;
    }

    int access() {
        return access;
    }
}
