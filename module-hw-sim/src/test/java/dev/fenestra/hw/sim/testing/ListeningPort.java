package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import java.util.function.Consumer;

/** A port without a device. It accepts every packet, and tells a listener. */
public class ListeningPort implements FabricDevice {
    private final Consumer<Packet> listener;

    /** Makes a port whose listener may use a packet only during the call. */
    public ListeningPort(Consumer<Packet> listener) {
        this.listener = listener;
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
        listener.accept(packet);
        return Verdict.Plain.ACCEPTED;
    }
}
