package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.Verdict;
import dev.fenestra.hw.sim.fabric.AtomicBurst;
import dev.fenestra.hw.sim.fabric.FabricDevice;
import dev.fenestra.hw.sim.fabric.MessageBurst;
import dev.fenestra.hw.sim.fabric.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A port without a device. It accepts every packet and records it as text. */
final class RecordingPort implements FabricDevice {
    final List<String> arrived = new ArrayList<>();
    private final boolean takesBursts;
    private final int most;
    private final Function<Packet, String> text;

    /**
     * @param most packets of each burst that the port takes at once
     */
    RecordingPort(boolean takesBursts, int most, Function<Packet, String> text) {
        this.takesBursts = takesBursts;
        this.most = most;
        this.text = text;
    }

    @Override
    public boolean isReady(long now) {
        return false;
    }

    @Override
    public void poll(long now) {}

    @Override
    public long nextDeadline() {
        return Long.MAX_VALUE;
    }

    @Override
    public Verdict receive(Packet packet, long now) {
        arrived.add(text.apply(packet));
        return Verdict.Plain.ACCEPTED;
    }

    @Override
    public boolean takesBursts() {
        return takesBursts;
    }

    @Override
    public int takeMessages(MessageBurst burst) {
        arrived.add(burst.count + " messages from " + burst.firstPsn);
        return Math.min(most, burst.count);
    }

    @Override
    public int takeAtomics(AtomicBurst burst) {
        arrived.add(burst.count + " atomics from " + burst.firstPsn);
        return Math.min(most, burst.count);
    }
}
