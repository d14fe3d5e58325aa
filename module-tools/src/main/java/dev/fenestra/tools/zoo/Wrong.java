package dev.fenestra.tools.zoo;

import dev.fenestra.ib.core.spi.UserMw;

/** What defective methods call in place of the right ones. */
public final class Wrong {
    private Wrong() {}

    /** Whether a range lies inside an extent, by a sum that wraps. */
    public static boolean wrappingFits(long offset, long length, long extent) {
        return Long.compareUnsigned(offset + length, extent) <= 0;
    }

    /** Whether a range lies inside an extent or ends one byte behind it. */
    public static boolean fitsOneMore(long offset, long length, long extent) {
        return Long.compareUnsigned(offset, extent) <= 0 && Long.compareUnsigned(length, extent - offset + 1) <= 0;
    }

    /** Whether a bind brings the very key that the window has. */
    public static boolean isSameKey(UserMw window, int newKey) {
        return window.rkey() == newKey;
    }
}
