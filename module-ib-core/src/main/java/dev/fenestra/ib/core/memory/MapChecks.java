package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The rules of mapping, unmapping and protecting memory. */
final class MapChecks {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;
    private static final Thread OTHER = Thread.ofPlatform().unstarted(() -> {});

    private MapChecks() {}

    /** The bytes of a mapping: whole pages. */
    static long rounded(long bytes, MapOptions options) {
        if (bytes < 1) {
            throw new VerbsException(MemoryRule.MAPPING_LENGTH, "length=" + bytes);
        }
        return Math.min(bytes, AddressSpace.USER_BYTES) + options.pageBytes() - 1 & -options.pageBytes();
    }

    static void checkFixed(AreaTable areas, long address, long bytes) {
        boolean isPage = address > 0 && (address & PAGE - 1) == 0;
        if (!isPage || address >= AddressSpace.USER_BYTES || bytes > AddressSpace.USER_BYTES - address) {
            throw new VerbsException(MemoryRule.FIXED_PAGE, range(address, bytes));
        }
        List<Area> taken = areas.in(address, address + bytes);
        if (!taken.isEmpty()) {
            Area first = taken.getFirst();
            throw new VerbsException(
                    MemoryRule.FIXED_FREE,
                    range(address, bytes) + ", mapped " + range(first.start(), first.end() - first.start()));
        }
    }

    static void checkForeign(MemorySegment segment) {
        boolean isShared = segment.isNative() && segment.isAccessibleBy(OTHER);
        if (!isShared || !segment.scope().isAlive() || segment.byteSize() == 0) {
            throw new VerbsException(MemoryRule.FOREIGN, segment.toString());
        }
    }

    /** Checks a segment that an exporter shares with devices. Devices may write to it. */
    static void checkExported(MemorySegment segment) {
        checkForeign(segment);
        if (segment.isReadOnly()) {
            throw new VerbsException(MemoryRule.EXPORTED, segment.toString());
        }
    }

    /** The area that begins at an address. */
    static Area checkBegins(AreaTable areas, long address) {
        Area area = areas.find(address);
        if (area == null || area.start() != address) {
            throw new VerbsException(MemoryRule.MAPPING, String.format("address=0x%x", address));
        }
        return area;
    }

    /** The end of a range of whole pages. */
    static long checkRange(AreaTable areas, long address, long length) {
        boolean isPage = address >= 0 && address < AddressSpace.USER_BYTES && (address & PAGE - 1) == 0;
        if (!isPage || length < 1 || length > AddressSpace.USER_BYTES - address) {
            throw new VerbsException(MemoryRule.PAGE_RANGE, range(address, length));
        }
        long end = address + length + PAGE - 1 & -PAGE;
        for (Area part : areas.in(address, end)) {
            long inPage = (1L << part.pageShift()) - 1;
            if (part.isHuge() && ((part.start() | part.end()) & inPage) != 0) {
                throw new VerbsException(MemoryRule.WHOLE_HUGE, range(address, length));
            }
        }
        return end;
    }

    static void checkProtect(AreaTable areas, long address, long end, boolean writable) {
        List<Area> parts = areas.in(address, end);
        if (writable && parts.stream().anyMatch(Area::readOnlySegment)) {
            throw new VerbsException(MemoryRule.READ_ONLY_SEGMENT, range(address, end - address));
        }
        checkNoHole(parts, address, end, MemoryRule.PROTECT_MAPPED);
    }

    /**
     * Checks a range of whole pages whose contents a process drops ({@code madvise}): it must be mapped and not a
     * segment.
     */
    static void checkAdvised(AreaTable areas, long address, long end) {
        for (Area part : checkWholly(areas, address, end)) {
            if (part.foreign()) {
                throw new VerbsException(MemoryRule.ADVISED_OWN, range(address, end - address));
            }
        }
    }

    /** The areas of a range of whole pages without a hole. */
    static List<Area> checkWholly(AreaTable areas, long address, long end) {
        List<Area> parts = areas.in(address, end);
        checkNoHole(parts, address, end, MemoryRule.ADVISED_MAPPED);
        return parts;
    }

    private static void checkNoHole(List<Area> parts, long address, long end, MemoryRule rule) {
        long at = address;
        for (Area part : parts) {
            if (part.firstPage() != at) {
                break;
            }
            at = part.endPage();
        }
        if (at < end) {
            String hole = String.format(", nothing at 0x%x", at);
            throw new VerbsException(rule, range(address, end - address) + hole);
        }
    }

    static String range(long address, long length) {
        return String.format("address=0x%x, length=0x%x", address, length);
    }
}
