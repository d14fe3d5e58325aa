package dev.fenestra.hw.sim.fabric.link;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.rules.Verdict;

/** A device on the fabric: an engine without thread, clock or socket of its own. */
public interface FabricDevice {

    /**
     * {@return whether {@link #poll} would do something now}
     *
     * @param now the clock of the fabric, nanoseconds
     */
    boolean isReady(long now);

    /** {@return whether its port has a link} Without one it answers nobody. */
    default boolean hasLink() {
        return true;
    }

    /**
     * Advances as far as it can go.
     *
     * @param now the clock of the fabric, nanoseconds
     */
    void poll(long now);

    /**
     * Polls queues without doorbells, once in a turn. {@link Fabric#polls} announces them.
     *
     * @param now the clock of the fabric, nanoseconds
     */
    default void look(long now) {}

    /** {@return the time at which a timer makes it ready, nanoseconds; {@link Long#MAX_VALUE} for never} */
    long nextDeadline();

    /**
     * Receives a packet: updates state, never transmits.
     *
     * @param packet valid during the call
     * @param now the clock of the fabric, nanoseconds
     * @return the device's decision
     */
    Verdict receive(Packet packet, long now);

    /**
     * Hears that a packet of one of its QPs, or an answer to one, did not do its work, so that it can say why a request
     * does not end. A packet that was executed costs no such call.
     *
     * @param packet valid during the call
     * @param fate why it did not
     * @param isAnswer whether the packet answers a QP of this device; else such a QP has sent it
     */
    default void lost(Packet packet, Verdict fate, boolean isAnswer) {}

    /** {@return the name by which explanations call it, such as that of its host; empty for one without a name} */
    default String name() {
        return "";
    }

    /**
     * {@return the state of a QP in a few words, for explanations; empty when it has no such QP}
     *
     * @param qpn its number
     */
    default String describe(int qpn) {
        return "";
    }

    /**
     * {@return whether it takes packets to a group of ports}
     *
     * @param gidHigh upper half of the group's GID
     * @param gidLow lower half of the group's GID
     */
    default boolean isMember(long gidHigh, long gidLow) {
        return false;
    }

    /** {@return whether it takes bursts ({@link Packet#packets}); else their packets come one by one} */
    default boolean takesBursts() {
        return false;
    }

    /**
     * Hears for which of its QPs packets will soon arrive, so that it may read their state before. It changes nothing,
     * and packets may arrive unannounced.
     *
     * @param qpns numbers that a peer knows; there may be no such QP
     * @param count how many
     */
    default void expect(int[] qpns, int count) {}

    /**
     * Takes packets from the beginning of a burst, as many as need nothing but what the burst holds. The others have
     * had no effect.
     *
     * @param burst the packets, valid during the call
     * @return how many it has taken
     */
    default int take(Burst burst) {
        return 0;
    }
}
