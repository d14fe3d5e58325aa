package dev.fenestra.tools.proof.mutants;

import dev.fenestra.hw.sim.device.Verdict;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricDevice;
import dev.fenestra.hw.sim.fabric.Packet;

/** A device for which somebody rings at the worst moment: just after a thread has looked whether it has work. */
final class Rush implements FabricDevice {
    /** A thread looks about five times before it sleeps. */
    private static final int MOST_LOOKS = 9;

    private static final int PORT = 7;

    private final Fabric fabric;
    /** Looks until somebody rings. */
    private int left;

    private boolean isRung;
    private int served;

    private Rush(Fabric fabric) {
        this.fabric = fabric;
    }

    static Rush on(Fabric fabric) {
        Rush device = new Rush(fabric);
        fabric.attach(device, PORT, PORT);
        return device;
    }

    /** Lets somebody ring after the first look of a thread, then after its second one, and so on. */
    void run() {
        for (int looks = 1; looks <= MOST_LOOKS; looks++) {
            int before = served();
            begin(looks);
            fabric.wake();
            VigilPrograms.await(() -> served() > before);
        }
    }

    private synchronized void begin(int looks) {
        left = looks;
    }

    private synchronized int served() {
        return served;
    }

    @Override
    public boolean isReady(long now) {
        boolean isReady;
        boolean isMoment;
        synchronized (this) {
            isReady = isRung;
            isMoment = left > 0 && --left == 0;
            isRung |= isMoment;
        }
        if (isMoment) {
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
