package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.WireFaults;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The hardware of a bench: makes a card for each host, and is closed when all hosts are. */
interface BenchHardware extends AutoCloseable {

    /**
     * Makes the next card.
     *
     * @param host that it is for
     * @param ipv4 address of its port, if it has no other one
     * @param address that it must have; null for the usual one
     */
    Object newCard(String host, int ipv4, @Nullable Gid address);

    /** A card as an HCA of hw-sim; empty for hardware that a driver brings. */
    default Optional<Hca> hcaOf(Object card) {
        return Optional.empty();
    }

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

    @Override
    void close();
}
