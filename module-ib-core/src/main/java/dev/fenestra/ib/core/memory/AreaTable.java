package dev.fenestra.ib.core.memory;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The areas of a process at one moment, sorted by address; found without a lock and without allocation. */
final class AreaTable {
    static final AreaTable EMPTY = new AreaTable(List.of());

    private final Area[] areas;

    /** What was found last. A race can only lose the hint: areas never change, and a table never loses one. */
    private @Nullable Area recent;

    private AreaTable(List<Area> sorted) {
        areas = sorted.toArray(Area[]::new);
    }

    AreaTable with(Area area) {
        List<Area> more = new ArrayList<>(List.of(areas));
        more.add(floor(area.address()) + 1, area);
        return new AreaTable(more);
    }

    AreaTable without(Area area) {
        List<Area> fewer = new ArrayList<>(List.of(areas));
        fewer.remove(floor(area.address()));
        return new AreaTable(fewer);
    }

    List<Area> areas() {
        return List.of(areas);
    }

    /** The area that an address lies in, or null. */
    @Nullable
    Area find(long address) {
        Area hint = recent;
        if (hint != null && hint.contains(address)) {
            return hint;
        }
        int at = floor(address);
        if (at < 0 || !areas[at].contains(address)) {
            return null;
        }
        recent = areas[at];
        return areas[at];
    }

    /** Index of the last area that begins at or before an address, or -1. */
    private int floor(long address) {
        int low = 0;
        int high = areas.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (areas[middle].address() <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
