package dev.fenestra.hw.sim.hca.queue;

import org.jspecify.annotations.Nullable;

/**
 * A completion ring whose software may ask for events. The format decides how an arm is written and which entries it
 * means. The engine asks whether an event is due, and reports that it has raised it.
 */
public interface NotifyingRing extends CompletionRing {

    /** {@return where its events go, or null for nowhere} */
    @Nullable
    EventRing eventQueue();

    /** {@return the limits for holding back its events} */
    Moderation moderation();

    /**
     * Takes note that software rang for the queue. Callable from any thread.
     *
     * @param word the arm word, as the format defines it
     */
    void rang(int word);

    /**
     * {@return whether software has armed the queue and got no event since} The engine asks this in place of
     * {@link #isArmed} when it polls the arm. Until an arm is found, {@link #isArmed} need not look for one.
     */
    boolean findArm();

    /** {@return whether there is an entry of the kind that the present arm waits for, and no event has told of it} */
    boolean isDue();

    /** {@return entries written since the last event} */
    int untold();

    /** Notes that the event that was due has been raised. */
    void told();
}
