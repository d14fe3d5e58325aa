package dev.fenestra.tools.proof.soak;

import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import java.util.Arrays;

/** Throws an exception when a device sends a packet twice in a row: a defect that only plans with losses show. */
final class BrokenWire implements LinkStage {
    static final String WORDS = "java.lang.IllegalStateException: sent twice";

    private byte[] last = new byte[0];

    static Soak soak() {
        return new Soak(bench -> bench.fabric().through(new BrokenWire()));
    }

    @Override
    public void transmit(Packet packet, long now, Link next) {
        byte[] header = Arrays.copyOf(packet.header, packet.headerBytes);
        if (Arrays.equals(header, last)) {
            throw new IllegalStateException("sent twice");
        }
        last = header;
        next.transmit(packet, now);
    }
}
