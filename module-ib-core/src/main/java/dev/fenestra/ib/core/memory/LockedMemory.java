package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.LockLimit;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** How many pages a process has pinned, and how many it may (core/umem.c). A page pinned twice counts twice. */
final class LockedMemory {
    private final LockLimit limit;
    private long pages;

    LockedMemory(LockLimit limit) {
        this.limit = limit;
    }

    LockLimit limit() {
        return limit;
    }

    void checkMayLock() {
        if (limit.bytes() == 0 && !limit.capIpcLock()) {
            throw new VerbsException(MemoryRule.MAY_LOCK, "RLIMIT_MEMLOCK=0, no CAP_IPC_LOCK");
        }
    }

    void checkRoom(long more) {
        long most = limit.bytes() >>> PhysicalMemory.FRAME_SHIFT;
        if (more > most - pages && !limit.capIpcLock() && !limit.isInfinite()) {
            throw new VerbsException(
                    MemoryRule.LOCK_LIMIT, "pages=" + more + ", pinned=" + pages + ", RLIMIT_MEMLOCK=" + limit.bytes());
        }
    }

    void add(long more) {
        pages += more;
    }

    long pages() {
        return pages;
    }
}
