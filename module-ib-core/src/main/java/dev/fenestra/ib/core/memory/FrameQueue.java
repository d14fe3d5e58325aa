package dev.fenestra.ib.core.memory;

import java.util.Arrays;

/** Frame numbers, first in first out, as primitives. */
final class FrameQueue {
    private int[] ring = new int[1024];
    private int head;
    private int size;

    int size() {
        return size;
    }

    void add(int frame) {
        if (size == ring.length) {
            grow();
        }
        ring[head + size & ring.length - 1] = frame;
        size++;
    }

    /** Takes the frame that waited longest; the queue is not empty. */
    int remove() {
        int frame = ring[head];
        head = head + 1 & ring.length - 1;
        size--;
        return frame;
    }

    private void grow() {
        int[] larger = Arrays.copyOf(ring, size * 2);
        System.arraycopy(ring, 0, larger, size, head);
        ring = larger;
    }
}
