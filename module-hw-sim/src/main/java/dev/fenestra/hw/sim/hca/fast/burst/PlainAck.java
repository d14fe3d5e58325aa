package dev.fenestra.hw.sim.hca.fast.burst;

/** An ACK of an RC QP that carries nothing else: it acknowledges all requests up to a PSN. */
public final class PlainAck implements Burst {
    private final BurstPath path = new BurstPath();
    /** PSN that it acknowledges. */
    public int psn;

    /** Makes an ACK for nobody yet. */
    public PlainAck() {}

    @Override
    public BurstPath path() {
        return path;
    }
}
