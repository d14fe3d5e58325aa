package dev.fenestra.tools.proof.soak;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.PacketTap;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Counts the packets of a run, and folds them and their times into one number: equal runs have equal numbers. With each
 * packet it checks whether the state of the cards contradicts itself.
 */
final class PacketTrace implements PacketTap {
    private static final long PRIME = 0x100000001b3L;

    private final Supplier<Optional<String>> cards;
    private Optional<String> contradiction = Optional.empty();
    private int packets;
    private long hash;
    private long startNanos;

    PacketTrace(Supplier<Optional<String>> cards) {
        this.cards = cards;
    }

    void restart(long now) {
        contradiction = Optional.empty();
        packets = 0;
        hash = 0;
        startNanos = now;
    }

    int packets() {
        return packets;
    }

    long hash() {
        return hash;
    }

    /** The first one that was seen. */
    Optional<String> contradiction() {
        return contradiction;
    }

    /** Whether the cards contradict themselves at this moment. */
    void look() {
        if (contradiction.isEmpty()) {
            contradiction = cards.get();
        }
    }

    @Override
    public void packet(Packet packet, long now) {
        packets++;
        look();
        fold(now - startNanos);
        fold(packet.payloadBytes());
        for (int i = 0; i < packet.headerBytes; i++) {
            fold(packet.header[i]);
        }
    }

    private void fold(long value) {
        hash = (hash ^ value) * PRIME;
    }
}
