package dev.fenestra.tools.proof.explorer;

import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Target;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.List;

/** An access through a window: what it does, and where it goes, counted from the window's first byte. */
enum WindowAccess {
    WRITE(true, 0),
    READ(false, 0),
    /** The last byte is one after the window. */
    WRITE_BEHIND(true, ExplorerScope.WINDOW_BYTES - ExplorerScope.ACCESS_BYTES + 1),
    READ_BEHIND(false, ExplorerScope.WINDOW_BYTES - ExplorerScope.ACCESS_BYTES + 1),
    /** The first byte is one before the window. */
    READ_BEFORE(false, -1);

    private final boolean isWrite;
    private final long offset;

    WindowAccess(boolean isWrite, long offset) {
        this.isWrite = isWrite;
        this.offset = offset;
    }

    /** The request by a key. */
    Work by(KeyName key) {
        Target target = Target.at(key, offset);
        return isWrite
                ? new Work.Write(target, List.of(ExplorerScope.LOCAL))
                : new Work.Read(target, List.of(ExplorerScope.LOCAL));
    }
}
