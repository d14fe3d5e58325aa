package dev.fenestra.ib.core.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a host keeps the contents of pages that it took out of memory; it grows as needed. */
final class SwapSpace {
    private final List<@Nullable Slot> slots = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /**
     * A page that is out.
     *
     * @param bytes its contents
     * @param frame that it was taken from
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

    /** Stores the contents of a slot once more. */
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
