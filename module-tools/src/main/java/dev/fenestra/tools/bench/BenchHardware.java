package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
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

    /** What connects the cards, when that is a fabric of hw-sim. */
    Optional<Fabric> fabric();

    /** What of the cards' own state contradicts itself, as far as they can tell; empty when nothing does. */
    default Optional<String> contradiction() {
        return Optional.empty();
    }

    @Override
    void close();
}
