package dev.fenestra.tools.proof.mutants;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.Verdict;

/** A device for which somebody rings at the worst moment: just after a thread has looked whether it has work. */
final class LateDoorbell implements FabricDevice {
    private static final int ROUNDS = 5;
    private static final int PORT = 7;

    private final Fabric fabric;
    /** Somebody rings after the next look. */
    private boolean isMoment;

    private boolean isRung;
    private int served;

    private LateDoorbell(Fabric fabric) {
        this.fabric = fabric;
    }

    static LateDoorbell on(Fabric fabric) {
        LateDoorbell device = new LateDoorbell(fabric);
        fabric.attach(device, PORT, PORT);
        return device;
    }

    /**
     * Wakes a thread, and lets somebody ring just after its first look. In that look it finds nothing, and then goes to
     * sleep again.
     *
     * @param awaitSleep waits until the thread sleeps
     */
    void run(Runnable awaitSleep) {
        for (int round = 0; round < ROUNDS; round++) {
            awaitSleep.run();
            int before = served();
            begin();
            fabric.wake();
            Patience.until(() -> served() > before);
        }
    }

    private synchronized void begin() {
        isMoment = true;
    }

    private synchronized int served() {
        return served;
    }

    @Override
    public boolean isReady(long now) {
        boolean isReady;
        boolean rings;
        synchronized (this) {
            isReady = isRung;
            rings = isMoment;
            isMoment = false;
            isRung |= rings;
        }
        if (rings) {
            fabric.wake();
        }
        return isReady;
    }

    @Override
    public synchronized void poll(long now) {
        isRung = false;
        served++;
    }

    @Override
    public long nextDeadline() {
        return Long.MAX_VALUE;
    }

    @Override
    public Verdict receive(Packet packet, long now) {
        return Verdict.Plain.ACCEPTED;
    }
}
