package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.Optional;

/**
 * Simulated hardware that a driver brings along, so that hosts can be built around it: one wire, and the cards on it.
 * Whoever builds hosts asks the driver for it ({@link RdmaDriver#hardwareModel}); a driver of real hardware, or of
 * somebody else's model, has none.
 */
public interface HardwareModel extends AutoCloseable {

    /**
     * Makes a card, to be plugged into a host: what {@link RdmaDriver#probe} will be offered, there and nowhere else.
     *
     * @param gid what the card's port is called, unlike all others on this wire
     * @return the card
     */
    Object newCard(Gid gid);

    /**
     * {@return what connects the cards, for tools that know what it is and want to watch it or spoil it; empty when
     * nobody may} Hw-sim's wire is its fabric.
     */
    default Optional<Object> wire() {
        return Optional.empty();
    }

    /**
     * {@return what makes the wire fail, for tests of the cards; empty when nothing can} A wire that is a fabric of
     * hw-sim needs no such thing: tools know how to make it fail.
     */
    default Optional<WireFaults> faults() {
        return Optional.empty();
    }

    /** Ends all cards; the hosts they are plugged into are gone. */
    @Override
    void close();
}
