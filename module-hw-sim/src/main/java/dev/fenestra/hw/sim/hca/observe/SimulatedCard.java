package dev.fenestra.hw.sim.hca.observe;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import org.jspecify.annotations.Nullable;

/** A card of this simulation, of whatever vendor, as tests and observers handle it. */
public interface SimulatedCard {
    /** {@return limits, keys and memory} */
    HcaConfig config();

    /** {@return what the card counted} */
    HcaCounters counters();

    /**
     * Sets the observer; null removes it.
     *
     * @param observer gets every step of the card
     */
    void observe(@Nullable HcaObserver observer);

    /**
     * Names the card for explanations, such as {@code bob answered 7 RNR NAKs}.
     *
     * @param name of its host
     */
    void label(String name);

    /**
     * Takes the link of the port down, or up again, as if its cable were pulled or plugged. The card notices at its
     * next turn and raises a port event. While the link is down, it sends and receives nothing. Callable from any
     * thread.
     *
     * @param up whether the link is up
     */
    void link(boolean up);

    /**
     * Makes the card fail, for good: its link goes down, and the host gets an internal error. The card notices at its
     * next turn. Callable from any thread.
     */
    void fail();

    /**
     * {@return a contradiction in the state of the QPs; null when there is none} For tests, and only while nobody else
     * drives the fabric.
     */
    @Nullable
    String contradiction();
}
