package dev.fenestra.hw.sim.rxe;

import dev.fenestra.hw.sim.card.PostedQueue;
import java.lang.foreign.MemorySegment;

/**
 * A queue that a program fills. The program stores the producer's index, the card that of the consumer. A reset keeps
 * the indexes: what was posted is skipped.
 */
public final class RxePosts implements PostedQueue {
    private static final int COUNT_MASK = 0xffff;

    private final RxeQueue queue;
    private int origin;
    private int retired;

    /**
     * Makes the card's end of a queue.
     *
     * @param queue its memory
     */
    public RxePosts(RxeQueue queue) {
        this.queue = queue;
        origin = queue.consumer();
    }

    @Override
    public int slots() {
        return queue.slots();
    }

    @Override
    public int posted() {
        return retired + (queue.producer() - slot(retired) & queue.mask()) & COUNT_MASK;
    }

    private int slot(int index) {
        return origin + index & queue.mask();
    }

    @Override
    public MemorySegment segment(int index) {
        return queue.memory();
    }

    @Override
    public long offset(int index) {
        return queue.at(slot(index));
    }

    @Override
    public int bytes(int index) {
        return queue.elementBytes();
    }

    @Override
    public void retired(int index) {
        retired = index + 1 & COUNT_MASK;
        queue.consumer(slot(retired));
    }

    @Override
    public void reset() {
        origin = queue.producer();
        retired = 0;
        queue.consumer(origin);
    }

    /**
     * Moves what was posted and not taken to a new queue.
     *
     * @param other empty
     * @return false when it has not enough room; then nothing was moved
     */
    public boolean moveTo(RxePosts other) {
        boolean fits = queue.filled() <= other.queue.mask();
        if (fits) {
            queue.moveTo(other.queue);
        }
        return fits;
    }
}
