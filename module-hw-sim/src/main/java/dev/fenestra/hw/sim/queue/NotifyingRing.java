package dev.fenestra.hw.sim.queue;

import org.jspecify.annotations.Nullable;

/**
 * A completion ring whose software may ask for events. How it asks, by an arm, and which entries an arm means is the
 * format's affair; the engine learns whether an event is due, and says when it has told it.
 */
public interface NotifyingRing extends CompletionRing {

    /** Where its events go, or null for nowhere. */
    @Nullable
    EventRing eventQueue();

    Moderation moderation();

    /** Software rang for the queue with this word. Callable from any thread. */
    void rang(int word);

    /** Whether there is an entry of the kind that the present arm waits for, and no event has told of it. */
    boolean isDue();

    /** Entries written since the last event. */
    int untold();

    /** The event that was due has been told. */
    void told();
}
