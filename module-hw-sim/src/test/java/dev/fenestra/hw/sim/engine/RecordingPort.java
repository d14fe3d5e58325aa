package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.Verdict;
import dev.fenestra.hw.sim.fabric.FabricDevice;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.fabric.WriteBurst;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A port without a device. It accepts every packet and records it as text. */
final class RecordingPort implements FabricDevice {
    final List<String> arrived = new ArrayList<>();
    private final boolean takesBursts;
    private final int writes;
    private final Function<Packet, String> text;

    /**
     * @param writes how many WRITEs of each burst the port takes at once
     */
    RecordingPort(boolean takesBursts, int writes, Function<Packet, String> text) {
        this.takesBursts = takesBursts;
        this.writes = writes;
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
    public int takeWrites(WriteBurst burst) {
        arrived.add(burst.count + " writes from " + burst.firstPsn);
        return Math.min(writes, burst.count);
    }
}
