package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.Optional;

/**
 * Simulated hardware that a driver brings along: one wire, and the cards on it. A test bench gets it from
 * {@link RdmaDriver#hardwareModel} and builds hosts around the cards. A driver for real hardware, or for somebody
 * else's model, has none.
 */
public interface HardwareModel extends AutoCloseable {

    /**
     * Makes a card for one host. The host offers it to {@link RdmaDriver#probe}.
     *
     * @param gid address of the card's port, unique on this wire
     * @return the card
     */
    Object newCard(Gid gid);

    /**
     * {@return the object that connects the cards; empty when tools must not have it} A tool that knows its class can
     * watch the wire, or make it fail. The wire of hw-sim is its fabric.
     */
    default Optional<Object> wire() {
        return Optional.empty();
    }

    /**
     * {@return the faults that tests can cause on the wire; empty when it has none} A fabric of hw-sim needs none:
     * tools make it fail by themselves.
     */
    default Optional<WireFaults> faults() {
        return Optional.empty();
    }

    /** Ends all cards. Their hosts are closed before. */
    @Override
    void close();
}
