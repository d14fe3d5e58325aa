package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.MwType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The existing objects, as the successful actions have made them.
 *
 * @param qps by slot: the PD, or null
 * @param regions by slot
 * @param windows by slot
 * @param stale by slot of windows: whether there is a key before the present one
 */
record World(
        List<@Nullable Integer> qps,
        List<@Nullable Region> regions,
        List<@Nullable Window> windows,
        List<Boolean> stale) {
    /** In place of a QP's slot: the QP that bound the window is gone, whatever is in its slot now. */
    static final int GONE = -1;

    record Region(int pd, RegionRights rights) {}

    /**
     * @param bound null when it is free
     */
    record Window(int pd, MwType type, @Nullable Bound bound) {
        Window with(@Nullable Bound other) {
            return new Window(pd, type, other);
        }

        boolean isType2() {
            return type == MwType.TYPE_2;
        }
    }

    /**
     * @param qp slot, or {@link #GONE}
     */
    record Bound(int qp, int region, Shape shape) {}

    /** Nothing but PDs. */
    static World empty() {
        return new World(
                nulls(ExplorerScope.QPS), nulls(ExplorerScope.REGIONS), nulls(ExplorerScope.WINDOWS), falses());
    }

    boolean isHeld(int region) {
        return windows.stream()
                .anyMatch(window -> window != null
                        && window.bound() != null
                        && window.bound().region() == region);
    }

    boolean hasType2Through(int qp) {
        return windows.stream()
                .anyMatch(window -> window != null
                        && window.isType2()
                        && window.bound() != null
                        && window.bound().qp() == qp);
    }

    World withQp(int slot, @Nullable Integer pd) {
        return new World(replaced(qps, slot, pd), regions, windows, stale);
    }

    World withRegion(int slot, @Nullable Region region) {
        return new World(qps, replaced(regions, slot, region), windows, stale);
    }

    World withWindow(int slot, @Nullable Window window) {
        return new World(qps, regions, replaced(windows, slot, window), stale);
    }

    World withStale(int slot, boolean isStale) {
        return new World(qps, regions, windows, replaced(stale, slot, isStale));
    }

    private static <T extends @Nullable Object> List<T> replaced(List<T> list, int slot, T value) {
        List<T> copy = new ArrayList<>(list);
        copy.set(slot, value);
        return copy;
    }

    private static <T> List<@Nullable T> nulls(int size) {
        List<@Nullable T> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(null);
        }
        return list;
    }

    private static List<Boolean> falses() {
        return List.of(false, false);
    }
}
