package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.WireFaults;
import java.util.Optional;

/** The hardware of a bench: makes a card for each host, and is closed when all hosts are. */
interface BenchHardware extends AutoCloseable {

    /**
     * Makes the next card.
     *
     * @param host that it is for
     * @param ipv4 address of its port
     */
    Object newCard(String host, int ipv4);

    /** The fabric that connects the cards; empty when it is not one of hw-sim. */
    Optional<Fabric> fabric();

    /** What makes the wire fail; empty when nothing can. */
    default Optional<WireFaults> faults() {
        return fabric().map(FabricFaults::new);
    }

    /**
     * Checks that the hardware can do what was asked for. HCAs of hw-sim can do it all.
     *
     * @throws IllegalArgumentException when it cannot
     */
    default void demand(Wishes wishes) {}

    /**
     * Checks that the device of a host has the windows that were asked for. HCAs of hw-sim are made so.
     *
     * @throws IllegalArgumentException when it has others
     */
    default void demand(Host kernel, Optional<WindowSupport> windows) {}

    /** Describes a contradiction in the state of the cards; empty when there is none, or when they cannot tell. */
    default Optional<String> contradiction() {
        return Optional.empty();
    }

    @Override
    void close();
}
