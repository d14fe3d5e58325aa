package dev.fenestra.tools.proof.soak;

import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import java.util.ArrayList;
import java.util.List;

/**
 * Delivers packets in batches, like a socket that is read now and then: all packets of a batch arrive before the device
 * takes a turn. Without batches a responder answers each request before the next one arrives, and its queue never
 * fills. The two ports take turns, so that a late packet may arrive before the requests of the same batch.
 */
final class BatchStage implements LinkStage {
    private final List<Batch> batches = List.of(new Batch(), new Batch());
    private long period;

    /** What goes to a port next. */
    private static final class Batch {
        private final List<Packet> packets = new ArrayList<>();
        private long due = Long.MAX_VALUE;

        void clear() {
            packets.clear();
            due = Long.MAX_VALUE;
        }
    }

    /**
     * Starts again; packets that were held back are lost. The fabric must not be driven meanwhile.
     *
     * @param nanos from one batch to the next; 0 hands on each packet at once
     */
    void restart(long nanos) {
        period = nanos;
        batches.forEach(Batch::clear);
    }

    @Override
    public void transmit(Packet packet, long now, Link next) {
        if (period == 0) {
            next.transmit(packet, now);
            return;
        }
        int port = packet.destinationPort & 1;
        Batch batch = batches.get(port);
        if (batch.packets.isEmpty()) {
            long phase = port * period / 2;
            batch.due = ((now + phase) / period + 1) * period - phase;
        }
        batch.packets.add(packet.held());
    }

    @Override
    public boolean isReady(long now) {
        return nextDeadline() <= now;
    }

    @Override
    public void poll(long now, Link next) {
        for (Batch batch : batches) {
            if (batch.due <= now) {
                batch.packets.forEach(packet -> next.transmit(packet, now));
                batch.clear();
            }
        }
    }

    @Override
    public long nextDeadline() {
        return Math.min(batches.getFirst().due, batches.getLast().due);
    }
}
