package dev.fenestra.ib.core.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The contents of a host's swapped pages. It grows as needed. */
final class SwapSpace {
    private final List<@Nullable Slot> slots = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /**
     * A swapped page.
     *
     * @param bytes its contents
     * @param frame its last frame
     */
    record Slot(byte[] bytes, long frame) {}

    /** Stores a page and returns its slot. */
    synchronized int store(MemorySegment page, long frame) {
        Slot stored = new Slot(page.toArray(ValueLayout.JAVA_BYTE), frame);
        if (free.isEmpty()) {
            slots.add(stored);
            return slots.size() - 1;
        }
        int slot = free.removeFirst();
        slots.set(slot, stored);
        return slot;
    }

    /** Stores a copy of a slot. */
    synchronized int copy(int slot) {
        Slot stored = read(slot);
        slots.add(stored);
        return slots.size() - 1;
    }

    synchronized Slot read(int slot) {
        Slot stored = slots.get(slot);
        if (stored == null) {
            throw new IllegalStateException("swap slot " + slot + " is empty");
        }
        return stored;
    }

    synchronized void release(int slot) {
        slots.set(slot, null);
        free.addLast(slot);
    }
}
