package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.device.Verdict;

/** A device on the fabric: an engine without thread, clock or socket of its own. */
public interface FabricDevice {

    /** Whether {@link #poll} would do something now. */
    boolean isReady(long now);

    /** Advances as far as it can go. */
    void poll(long now);

    /** Looks at queues that nobody rings for, once in a turn; {@link Fabric#polls} says that there are some. */
    default void look(long now) {}

    /** When a timer will make it ready, nanoseconds; {@link Long#MAX_VALUE} for never. */
    long nextDeadline();

    /**
     * Takes a packet: updates state, never transmits.
     *
     * @return what became of it
     */
    Verdict receive(Packet packet, long now);

    /** Whether it takes packets to a group of ports. */
    default boolean isMember(long gidHigh, long gidLow) {
        return false;
    }

    /** Whether it takes bursts ({@link Packet#packets}); else their packets come one by one. */
    default boolean takesBursts() {
        return false;
    }

    /**
     * Takes WRITEs from the beginning of a burst, as many as need nothing but their data to be placed. The others have
     * had no effect.
     *
     * @return how many it has taken
     */
    default int takeWrites(WriteBurst burst) {
        return 0;
    }
}
