package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The rules about memory for a device, in the order of core/umem.c and core/umem_odp.c. */
final class PinChecks {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private PinChecks() {}

    static void checkWrap(long address, long length) {
        if (wraps(address, length)) {
            throw new VerbsException(MemoryRule.NO_WRAP, MapChecks.range(address, length));
        }
    }

    static void checkLength(long address, long length) {
        if (span(address, length) == 0) {
            throw new VerbsException(MemoryRule.PIN_LENGTH, MapChecks.range(address, length));
        }
    }

    /** The bytes whose pages a device gets. A range of no bytes inside of a page has that page. */
    static long span(long address, long length) {
        return length == 0 && (address & PAGE - 1) != 0 ? 1 : length;
    }

    static void checkWatch(long address, long length) {
        if (wraps(address, length)) {
            throw new VerbsException(MemoryRule.WATCH_WRAP, MapChecks.range(address, length));
        }
        if (span(address, length) == 0) {
            throw new VerbsException(MemoryRule.WATCH_LENGTH, MapChecks.range(address, length));
        }
    }

    static VerbsException forbidden(boolean isMapped, long address, long length, String process) {
        return new VerbsException(
                isMapped ? MemoryRule.WRITABLE : MemoryRule.MAPPED,
                MapChecks.range(address, length) + " of " + process);
    }

    private static boolean wraps(long address, long length) {
        long end = address + length;
        long roundedEnd = end + PAGE - 1;
        return Long.compareUnsigned(end, address) < 0 || Long.compareUnsigned(roundedEnd, end) < 0;
    }
}
