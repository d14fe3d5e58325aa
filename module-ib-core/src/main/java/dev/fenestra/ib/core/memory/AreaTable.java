package dev.fenestra.ib.core.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The areas of a process at one moment, sorted by address; they never overlap. */
final class AreaTable {
    static final AreaTable EMPTY = new AreaTable(List.of());

    private final Area[] areas;

    private AreaTable(List<Area> sorted) {
        areas = sorted.toArray(Area[]::new);
    }

    AreaTable with(Area area) {
        List<Area> more = new ArrayList<>(Arrays.asList(areas));
        more.add(floor(area.start()) + 1, area);
        return new AreaTable(more);
    }

    /** Removes a range; areas across its ends are cut. */
    AreaTable without(long from, long to) {
        List<Area> left = new ArrayList<>();
        for (Area area : areas) {
            if (!area.overlaps(from, to)) {
                left.add(area);
                continue;
            }
            if (area.start() < from) {
                left.add(area.part(area.start(), from));
            }
            if (area.end() > to) {
                left.add(area.part(to, area.end()));
            }
        }
        return new AreaTable(left);
    }

    /** The parts of the areas in a range, by address. */
    List<Area> in(long from, long to) {
        List<Area> found = new ArrayList<>();
        for (int i = Math.max(0, floor(from)); i < areas.length && areas[i].start() < to; i++) {
            if (areas[i].overlaps(from, to)) {
                found.add(areas[i].part(from, to));
            }
        }
        return found;
    }

    /** Bytes of a range that are mapped of buffers which a confidential guest shares with its devices. */
    long sharedBytes(long from, long to) {
        return in(from, to).stream()
                .filter(Area::shared)
                .mapToLong(part -> part.end() - part.start())
                .sum();
    }

    List<Area> areas() {
        return List.of(areas);
    }

    /** The area that an address lies in, or null. */
    @Nullable
    Area find(long address) {
        int at = floor(address);
        return at < 0 || !areas[at].contains(address) ? null : areas[at];
    }

    /** Index of the last area that begins at or before an address, or -1. */
    private int floor(long address) {
        int low = 0;
        int high = areas.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (areas[middle].start() <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
