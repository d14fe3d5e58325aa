package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The rules about memory for a device, in the order of core/umem.c and core/umem_odp.c. */
final class PinChecks {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private PinChecks() {}

    static void checkWrap(long address, long length) {
        if (wraps(address, length)) {
            throw new VerbsException(Errno.EINVAL, MemoryRule.NO_WRAP, MapChecks.range(address, length));
        }
    }

    static void checkLength(long length) {
        if (length == 0) {
            throw new VerbsException(Errno.EINVAL, MemoryRule.PIN_LENGTH, "length=0");
        }
    }

    static void checkWatch(long address, long length) {
        if (wraps(address, length)) {
            throw new VerbsException(Errno.EOVERFLOW, MemoryRule.WATCH_WRAP, MapChecks.range(address, length));
        }
        if (length == 0) {
            throw new VerbsException(Errno.EINVAL, MemoryRule.WATCH_LENGTH, "length=0");
        }
    }

    static VerbsException forbidden(boolean isMapped, long address, long length, String process) {
        return new VerbsException(
                Errno.EFAULT,
                isMapped ? MemoryRule.WRITABLE : MemoryRule.MAPPED,
                MapChecks.range(address, length) + " of " + process);
    }

    private static boolean wraps(long address, long length) {
        long end = address + length;
        long roundedEnd = end + PAGE - 1;
        return Long.compareUnsigned(end, address) < 0 || Long.compareUnsigned(roundedEnd, end) < 0;
    }
}
