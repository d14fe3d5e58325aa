package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.fast.burst.AtomicAnswers;
import dev.fenestra.hw.sim.hca.fast.burst.AtomicBurst;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.fast.burst.MessageBurst;
import dev.fenestra.hw.sim.hca.fast.burst.PlainAck;
import dev.fenestra.hw.sim.testing.ListeningPort;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A port without a device. It accepts every packet and records it as text. */
final class RecordingPort extends ListeningPort {
    final List<String> arrived;
    private final boolean takesBursts;
    private final int most;

    /**
     * @param most packets of each burst that the port takes at once
     */
    RecordingPort(boolean takesBursts, int most, Function<Packet, String> text) {
        this(takesBursts, most, text, new ArrayList<>());
    }

    private RecordingPort(boolean takesBursts, int most, Function<Packet, String> text, List<String> arrived) {
        super(packet -> arrived.add(text.apply(packet)));
        this.takesBursts = takesBursts;
        this.most = most;
        this.arrived = arrived;
    }

    @Override
    public boolean takesBursts() {
        return takesBursts;
    }

    @Override
    public int take(Burst burst) {
        return switch (burst) {
            case MessageBurst messages -> take("messages", messages.firstPsn, messages.count);
            case AtomicBurst atomics -> take("atomics", atomics.firstPsn, atomics.count);
            case AtomicAnswers answers -> 0;
            case PlainAck ack -> 0;
        };
    }

    private int take(String what, int firstPsn, int count) {
        arrived.add(count + " " + what + " from " + firstPsn);
        return Math.min(most, count);
    }
}
