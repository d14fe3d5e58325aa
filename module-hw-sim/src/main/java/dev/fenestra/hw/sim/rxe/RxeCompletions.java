package dev.fenestra.hw.sim.rxe;

import dev.fenestra.hw.sim.card.CompletionPlaces;
import java.lang.foreign.MemorySegment;

/** A queue of completions: the card stores the producer's index, the program that of the consumer. */
public final class RxeCompletions implements CompletionPlaces {
    private final RxeQueue queue;
    private int next;

    /**
     * Makes the card's end of a queue.
     *
     * @param queue its memory
     */
    public RxeCompletions(RxeQueue queue) {
        this.queue = queue;
        next = queue.producer();
    }

    @Override
    public boolean hasRoom() {
        return (next + 1 & queue.mask()) != queue.consumer();
    }

    @Override
    public MemorySegment segment() {
        return queue.memory();
    }

    @Override
    public long offset() {
        return queue.at(next);
    }

    @Override
    public void publish() {
        next = next + 1 & queue.mask();
        queue.producer(next);
    }

    /**
     * Moves what was not taken to a new queue.
     *
     * @param other empty
     * @return false when it has not enough room; then nothing was moved
     */
    public boolean moveTo(RxeCompletions other) {
        boolean fits = queue.filled() <= other.queue.mask();
        if (fits) {
            queue.moveTo(other.queue);
            other.next = other.queue.producer();
        }
        return fits;
    }
}
