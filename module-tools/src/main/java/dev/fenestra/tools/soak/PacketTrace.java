package dev.fenestra.tools.soak;

import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.fabric.PacketTap;

/** Counts the packets of a run, and folds them and their times into one number: equal runs have equal numbers. */
final class PacketTrace implements PacketTap {
    private static final long PRIME = 0x100000001b3L;

    private int packets;
    private long hash;
    private long startNanos;

    void restart(long now) {
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

    @Override
    public void packet(Packet packet, long now) {
        packets++;
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
